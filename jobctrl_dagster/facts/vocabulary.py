"""The names of skills and technologies that `facts.terms` knows, as a table to read and extend.

One name a line: the usual name, then its other spellings, parted by `|`. Letter case, and a blank
in place of a hyphen, make no other spelling. A mark behind a spelling says where it counts:

- `~` an everyday word or a letter: written with its capital and in technical company only;
- `^` a word of another language or trade: written with its capital only.
"""

from typing import Final

VOCABULARY: Final = """
# Programming languages
Ada~ | Ada 95 | Ada 2012 | SPARK Ada
Assembly language | Assembler language | x86 assembly | ARM assembly
Apex~
Bash | Bash scripting
C~ | ANSI C | Embedded C | C99
C# | CSharp | C-Sharp
C++ | CPP | Cplusplus | C Plus Plus
Clojure | ClojureScript
COBOL
CoffeeScript
Crystal~
CUDA
Dart~
Delphi~ | Object Pascal
Elixir~
Elm~
Erlang
F# | FSharp | F-Sharp
Fortran
Go~ | Golang | Go lang | Go(lang)
Groovy~
Haskell
Java | Java SE | JavaSE
Java EE | J2EE | Jakarta EE
JavaScript | JS | ECMAScript | ES6 | Vanilla JS
Julia~
Kotlin
LabVIEW
Lisp | Common Lisp
Lua
MATLAB
.NET | dotnet | dot net | .NET Core | .NET Framework | DotNetCore
Nim~
Objective-C | ObjC | Obj-C
OCaml
Perl
PHP
PL/SQL | PLSQL
PowerShell
Prolog
Python | Python3 | CPython
R~ | R language
RStudio | R Studio
Ruby~
Rust~ | Rustlang
SAS~ | SAS Enterprise Guide
Scala^
Scheme~
Shell scripting | Shell scripts | Unix shell
Smalltalk
Solidity^
Swift~
SwiftUI
SystemVerilog | System Verilog
T-SQL | TSQL | Transact-SQL
Tcl
TypeScript | TS~
VBA | Visual Basic for Applications
Verilog
VHDL
Visual Basic | VB.NET | VB6
WebAssembly | WASM
Zig~ | Ziglang

# Web and mobile
Android
Angular^ | AngularJS | Angular.js
ASP.NET | ASP.NET Core
Astro~
Bootstrap~
CSS | CSS3
Django
Drupal
Electron~ | Electron.js
Ember.js | EmberJS
Express.js | ExpressJS | Express~
FastAPI
Flask~
Flutter^
GraphQL
gRPC
HTML | HTML5 | XHTML
HTMX
iOS
Ionic~
jQuery
Jetpack Compose
Laravel
Magento
NestJS | Nest.js
Next.js | NextJS
Node.js | NodeJS | Node~
Nuxt.js | NuxtJS | Nuxt
OAuth | OAuth2 | OAuth 2.0
OpenAPI
React~ | ReactJS | React.js
React Native
Phoenix~ | Phoenix Framework | Phoenix LiveView
Redux | Redux Toolkit
REST^ | REST API | REST APIs | RESTful | RESTful API | RESTful APIs | RESTful services
Ruby on Rails | RubyOnRails | Rails~ | RoR^
Sass~ | SCSS
Shopify
SOAP~ | SOAP API
Spring~ | Spring Boot | SpringBoot | Spring Framework | Spring MVC
Storybook^
Svelte | SvelteKit
Symfony
Tailwind CSS | TailwindCSS | Tailwind^
Three.js | ThreeJS
Vite^
Vue.js | VueJS | Vue~ | Vue 3
WebRTC
WebSocket | WebSockets
Webflow
Webpack
WordPress
Xamarin

# Data stores and messaging
Amazon DynamoDB | DynamoDB
Amazon Redshift | Redshift
ActiveMQ
Apache Cassandra | Cassandra^
Apache Kafka | Kafka
Apache Pulsar
ClickHouse
CockroachDB
Couchbase
DuckDB
Elasticsearch | Elastic Search
ELK stack | ELK^
Google BigQuery | BigQuery
IBM DB2 | DB2
InfluxDB
MariaDB
Memcached
Microsoft Access | MS Access
MongoDB | Mongo
MySQL
Neo4j
NoSQL
OpenSearch
Oracle Database | Oracle DB | Oracle~
pgvector
PostgreSQL | Postgres | PSQL
Prisma~
RabbitMQ
Redis
Snowflake^
SQL
SQL Server | Microsoft SQL Server | MS SQL Server | MSSQL | MS SQL
SQLAlchemy
SQLite
Supabase
Teradata
Pinecone^
Vector databases | Vector database

# Data engineering, analysis and machine learning
A/B testing | AB testing | A/B tests | Split testing
Airbyte
Airflow~ | Apache Airflow
Alteryx
Apache Beam
Apache Flink | Flink
Apache Hadoop | Hadoop | HDFS
Apache Hive | Hive~
Apache Iceberg | Iceberg~
Apache NiFi | NiFi
Apache Spark | Spark~
Bayesian statistics | Bayesian inference | Bayesian modeling
Computer vision
Dagster
Data analysis | Data analytics
Data engineering
Data governance
Data mining
Data modeling | Data modelling
Data pipelines | Data pipeline
Data science
Data visualization | Data visualisation
Data warehousing | Data warehouse | Data warehouses
Databricks
DAX~
dbt | data build tool
Deep learning
Delta Lake
Econometrics
ELT
ETL
Excel~ | Microsoft Excel | MS Excel | Advanced Excel
Fivetran
Generative AI | GenAI | Gen AI
Google Analytics | GA4
Hugging Face | HuggingFace
Informatica
Jupyter | Jupyter Notebook | Jupyter Notebooks | JupyterLab
Keras
LangChain
LangGraph
Large language models | Large language model | LLM | LLMs
Looker | Looker Studio | LookML | Google Data Studio
Machine learning | ML^
Matplotlib
Metabase
MLflow
MLOps
Natural language processing | NLP
NumPy
OpenCV
Pandas~
Polars
Power BI | PowerBI | MS Power BI | Microsoft Power BI
Power Query
Prefect^
Prompt engineering
PySpark
PyTorch | Torch~
Qlik | Qlik Sense | QlikView
Reinforcement learning
Retrieval-augmented generation | RAG~
scikit-learn | sklearn
SciPy
spaCy
SPSS
SQL Server Integration Services | SSIS
SQL Server Reporting Services | SSRS
Stata^
Statistical analysis | Statistical modeling | Statistical modelling
Tableau~ | Tableau Desktop | Tableau Server
TensorFlow
Time series analysis | Time series forecasting
XGBoost
Web scraping

# Cloud, operations and systems
Amazon EC2 | EC2
Amazon EKS | EKS
Amazon S3 | S3
Ansible
Apache Tomcat | Tomcat
Argo CD | ArgoCD
AWS | Amazon Web Services
Azure | Microsoft Azure | MS Azure
Bitbucket
Chef~
CI/CD | CICD | Continuous integration | Continuous delivery | Continuous deployment
CircleCI
CloudFormation
Cloudflare
Datadog
DevOps
DNS
Docker
Envoy~
Firebase
Git
GitHub
GitHub Actions
GitLab | GitLab CI
Google Cloud | Google Cloud Platform | GCP
Google Kubernetes Engine | GKE
Grafana
HashiCorp Vault
Helm~ | Helm charts
Heroku
Infrastructure as code | IaC
Istio
Jenkins
Kubernetes | K8s | Kube
Linux | GNU/Linux
Microservices | Microservice | Microservice architecture
New Relic
nginx
OpenShift
OpenTelemetry
PagerDuty
Prometheus^
Pulumi
Puppet~
Red Hat Enterprise Linux | RHEL | Red Hat Linux
Serverless
Site reliability engineering | SRE
Splunk
TCP/IP
Terraform
Terragrunt
Ubuntu
Unix
Vercel
VMware | vSphere
Windows Server

# Security and networks
Active Directory
Burp Suite
Cisco IOS | Cisco Networking
Cryptography
Digital forensics
Firewalls | Firewall
Identity and access management | IAM^
Incident response
Intrusion detection
ISO 27001
Metasploit
Network security
NIST
Okta
OWASP
PCI DSS
Penetration testing | Pentesting | Pen testing
SAML
SIEM
SOC 2 | SOC2
Threat modeling | Threat modelling
VPN
Wireshark

# Testing
Appium
Cucumber~
Cypress^ | Cypress.io
Jest~
JUnit
Mocha~
Playwright~
Postman~
pytest
Selenium^ | Selenium WebDriver
Test automation | Automated testing
Test-driven development | TDD
Unit testing | Unit tests

# Ways of working
Agile^ | Agile methodology | Agile methodologies | Agile development
Confluence^
Jira | Atlassian Jira
Kanban
Lean manufacturing
Lean Six Sigma
Product management
Program management | Programme management
Project management
Scrum | Scrum Master
Six Sigma
Slack~
Technical writing
Trello

# Hardware, robotics and games
Altium | Altium Designer
Arduino
AutoCAD
Autodesk Inventor
CAD | Computer-aided design
CAN bus | CANbus
CATIA
CFD | Computational fluid dynamics
Creo^ | PTC Creo
Embedded systems | Embedded software
FEA | Finite element analysis
Firmware
FPGA | FPGAs
Fusion 360
GD&T
I2C
Microcontrollers | Microcontroller
OpenGL
PCB design | PCB layout
PLC programming | PLC | PLCs
Raspberry Pi
ROS^ | ROS2 | Robot Operating System
RTOS
SCADA
Simulink
SolidWorks
SPI^
STM32
Unity~ | Unity3D
Unreal Engine
Vulkan

# Design and media
Adobe After Effects | After Effects
Adobe Creative Suite | Adobe Creative Cloud | Creative Cloud | Creative Suite
Adobe Illustrator | Illustrator~
Adobe InDesign | InDesign
Adobe Photoshop | Photoshop
Adobe Premiere Pro | Premiere Pro
Adobe XD
Animation | Motion graphics | Motion design
Blender~
Canva
Cinema 4D
Copywriting
DaVinci Resolve
Design systems | Design system
Figma
Final Cut Pro
Graphic design
Information architecture
Interaction design
Photography
Sketch~ | Sketch App
SketchUp
Typography
UI design | User interface design
Usability testing
User research | UX research
UX design | User experience design | UI/UX | UX/UI
Video editing
Web accessibility | WCAG
Wireframing | Wireframes

# Office and communication
Google Sheets
Google Workspace | G Suite
Microsoft Office | MS Office | Microsoft 365 | Office 365 | O365 | M365
Microsoft Outlook | MS Outlook | Outlook~
Microsoft PowerPoint | MS PowerPoint | PowerPoint
Microsoft Project | MS Project
Microsoft Teams | MS Teams
Microsoft Visio | Visio
Microsoft Word | MS Word | Word~
Notion~
SharePoint

# Sales, marketing and service
Account management
Business development
Cold calling
Content marketing
CRM | Customer relationship management
Customer success
Digital marketing
Email marketing
Google Ads | AdWords | Google AdWords
Google Tag Manager
HubSpot
Inside sales
Intercom^
Klaviyo
Lead generation
Mailchimp
Market research
Marketing automation
Marketo
Meta Ads | Facebook Ads
Microsoft Dynamics | Dynamics 365 | MS Dynamics
Pardot
Performance marketing
Public relations
Salesforce | Salesforce CRM | SFDC
Search engine marketing | SEM
Search engine optimization | SEO | Search engine optimisation
Social media marketing | Social media management
Zendesk

# Finance, accounting and law
Accounts payable
Accounts receivable
Anti-money laundering | AML
Bloomberg Terminal
Bookkeeping
Budgeting
Contract law
Cost accounting
Due diligence
Financial analysis
Financial modeling | Financial modelling
Financial reporting
Financial planning and analysis | FP&A
GAAP | US GAAP
GDPR | DSGVO
General ledger
IFRS
Internal audit | Internal auditing
Know your customer | KYC
Litigation
Mergers and acquisitions | M&A
Month-end close | Month end closing
NetSuite
Oracle E-Business Suite | Oracle EBS
Payroll
QuickBooks
Regulatory compliance
Reconciliation | Bank reconciliation | Account reconciliation
Revenue recognition | ASC 606
Risk management
Sage Intacct
SAP^ | SAP ERP
ABAP
S/4HANA | S4HANA
SOX compliance | Sarbanes-Oxley | SOX
Tax preparation | Tax returns
Treasury management
Underwriting
Valuation modeling | DCF | Discounted cash flow
Workday~ | Workday HCM
Xero

# Health and care
Advanced cardiac life support | ACLS
Basic life support | BLS
Cardiopulmonary resuscitation | CPR
Care planning | Care plans
Case management
Catheterization | Catheter care
Cerner
Clinical documentation
Clinical research
Clinical trials | Clinical trial
Cognitive behavioral therapy | CBT
CRISPR
Dementia care
Dialysis | Hemodialysis
Electronic health records | Electronic health record | Electronic medical records | EHR | EMR
Epic~ | Epic EHR | Epic EMR
Good clinical practice | GCP compliance | ICH-GCP
Good manufacturing practice | GMP | cGMP
HIPAA
FHIR
HL7
ICD-10
Medical coding
Infection control
Intensive care | Critical care
IV therapy | Intravenous therapy
Medication administration
Occupational therapy
Palliative care
Patient assessment
Patient care
Pediatric advanced life support | PALS^
PCR^ | qPCR
Phlebotomy | Venipuncture
Physical therapy | Physiotherapy
Radiography
Registered nurse | RN^
Telemetry monitoring
Triage
Ventilator management
Vital signs
Wound care

# Trades, logistics and production
Blueprint reading
Carpentry
CNC machining | CNC
Commercial driver's license | CDL
Electrical installation | Electrical wiring
ERP | Enterprise resource planning
Food safety | HACCP
Forklift operation | Forklift
HVAC
ISO 9001
Inventory management | Inventory control
Logistics management | Freight forwarding
Machining
Welding | MIG welding | TIG welding
OSHA
Plumbing
Procurement
Quality assurance | QA^
Quality control
Revit | Autodesk Revit
Supply chain management
Warehouse management | WMS

# People, teaching and science
ArcGIS
Behavior analysis | Applied behavior analysis
BIM^ | Building information modeling
Cell culture
Chromatography | HPLC
Classroom management
Curriculum development | Curriculum design
ELISA
Flow cytometry
GIS | Geographic information systems
Grant writing
Instructional design
Mass spectrometry
Performance management
QGIS
Full-cycle recruiting | Full-cycle recruitment
Talent acquisition
Special education
Talent management
Western blot | Western blotting
Workforce planning
"""
