// The questions and buttons of this document, in their order, as a person sees them.
// Gives a list of forms: {questions, buttons, method}; each question keeps its `elements`.
() => {
  const FIELDS = "input, textarea, select, [role=combobox], button[aria-haspopup=listbox]";
  const NO_LABEL = "select, textarea, button, script, style, noscript, svg, [role=listbox], [role=alert]";
  const BUTTONS = "button, input[type=submit], input[type=button], input[type=image], [role=button], a[href]";
  const NO_QUESTION = new Set(["hidden", "submit", "button", "reset", "image", "search", "password"]);
  const KINDS = { email: "email", tel: "phone", url: "url", number: "number", date: "date", file: "file" };
  const YES_NO = /^(yes|no|ja|nein|oui|non|sí|si)$/i;
  const squeeze = (text) => (text || "").replace(/\s+/g, " ").trim();
  const byId = (node, id) => node.getRootNode().getElementById(id);

  function* deep(root) {
    for (const element of root.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* deep(element.shadowRoot);
    }
  }

  function hasBox(element) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    if (box.width < 3 || box.height < 3) return false;
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return false;
    for (let up = element; up instanceof Element; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.clipPath.startsWith("inset(50%") || /^rect\((0|1)px/.test(style.clip)) return false;
    }
    return true;
  }

  const shown = (element) => hasBox(element) && !element.closest("[aria-hidden=true]");

  // A styled upload or tick is often invisible itself; its label, or the box around it, stands in.
  function standsIn(element) {
    if (hasBox(element)) return true;
    if ([...(element.labels || [])].some(hasBox)) return true;
    let up = element.parentElement;
    for (let step = 0; up && step < 4; step++, up = up.parentElement) {
      if (up.querySelectorAll("input, textarea, select").length > 1) return false;
      if (hasBox(up) && squeeze(up.innerText)) return true;
    }
    return false;
  }

  function asks(element) {
    if (element.disabled || element.matches(":disabled") || element.closest("[inert]")) return false;
    const type = element.tagName === "INPUT" ? element.type : "";
    if (NO_QUESTION.has(type)) return false;
    if (element.tagName === "BUTTON" && element.form && element.type === "submit") return false;
    return ["radio", "checkbox", "file"].includes(type) ? standsIn(element) : shown(element);
  }

  // The text of a node without what belongs to controls inside it.
  function textOf(node) {
    if (node.nodeType === Node.TEXT_NODE) return squeeze(node.data);
    if (!(node instanceof Element)) return "";
    if (!node.checkVisibility()) return "";
    if (node.matches(NO_LABEL)) return "";
    return squeeze([...node.childNodes].map(textOf).join(" "));
  }

  function referred(element, attribute) {
    const ids = squeeze(element.getAttribute(attribute)).split(" ").filter(Boolean);
    const nodes = ids.map((id) => byId(element, id)).filter(Boolean);
    const told = (node) => textOf(node) || (node.hidden ? squeeze(node.textContent) : "");
    return squeeze(nodes.map(told).join(" "));
  }

  const labelNodes = (element) => [...(element.labels || [])];

  function ownLabel(element) {
    return referred(element, "aria-labelledby") || squeeze(element.getAttribute("aria-label"))
      || squeeze(labelNodes(element).map(textOf).join(" "));
  }

  // The heading of a label around an upload, without the words of its button.
  function firstText(element) {
    if (element.hasAttribute("aria-labelledby")) return "";
    return labelNodes(element).filter((label) => label.contains(element))
      .flatMap((label) => [...label.childNodes]).map(textOf).find(Boolean) || "";
  }

  function groupLabel(group) {
    const legend = group.querySelector(":scope > legend");
    return referred(group, "aria-labelledby") || squeeze(group.getAttribute("aria-label"))
      || (legend ? textOf(legend) : "");
  }

  const holdsField = (node) => node instanceof Element
    && (node.matches(FIELDS) || node.querySelector(FIELDS) !== null);

  // The nearest text before a field; for one field alone, inside boxes that hold no other.
  function textBefore(element, alone) {
    const isOther = (each) => each !== element && !NO_QUESTION.has(each.type);
    const others = (box) => alone && [...box.querySelectorAll(FIELDS)].some(isOther);
    let up = element;
    for (let step = 0; step < 6 && up && !["FORM", "BODY"].includes(up.tagName); step++) {
      for (let before = up.previousSibling; before; before = before.previousSibling) {
        if (holdsField(before)) return "";
        const text = textOf(before);
        if (text) return text;
      }
      up = up.parentElement;
      if (up && up.parentElement && others(up)) return "";
    }
    return "";
  }

  function groupOf(element) {
    const group = element.closest("fieldset, [role=radiogroup], [role=group]");
    return group && element.form === (group.closest("form") || element.form) ? group : null;
  }

  function commonBox(elements) {
    let box = elements[0].parentElement;
    while (box && !elements.every((each) => box.contains(each))) box = box.parentElement;
    return box;
  }

  const marked = (node) => /(^|[^a-z])required/i.test(String(node.className));

  function required(elements, group) {
    const nodes = group ? [...elements, group] : elements;
    if (nodes.some((node) => node.required || node.getAttribute("aria-required") === "true")) return true;
    const legend = group && group.querySelector(":scope > legend");
    const labels = group ? (legend ? [legend] : []) : elements.flatMap(labelNodes);
    return labels.some(marked);
  }

  function helpOf(elements, group) {
    const nodes = [...(group ? [group] : []), ...elements];
    return nodes.map((node) => referred(node, "aria-describedby")).find(Boolean) || "";
  }

  function isLookup(element) {
    if (element.tagName === "TEXTAREA" || element.tagName === "SELECT") return false;
    return element.getAttribute("role") === "combobox" || element.matches("button[aria-haspopup=listbox]")
      || ["list", "both"].includes(element.getAttribute("aria-autocomplete"));
  }

  function kindOf(element) {
    if (isLookup(element)) return "lookup";
    if (element.tagName !== "INPUT") return element.tagName.toLowerCase();
    if (element.type === "radio" || element.type === "checkbox") return element.type;
    return KINDS[element.type] || "text";
  }

  function single(element) {
    const kind = kindOf(element);
    const group = groupOf(element);
    const alone = group
      && group.querySelectorAll("input:not([type=hidden]):not([hidden]), select").length === 1;
    const named = alone ? groupLabel(group) : "";
    const own = ownLabel(element);
    const heading = kind === "file" ? firstText(element) : "";
    const label = (kind === "file" && named) || heading || own || named || textBefore(element, true)
      || squeeze(element.placeholder) || squeeze(element.title) || squeeze(element.name || element.id);
    const options = kind === "select"
      ? [...element.options].filter((option) => option.value !== "" && !option.disabled) : [];
    return {
      kind, label, elements: [element], help: helpOf([element], null),
      required: required([element], kind === "file" && named ? group : null)
        || Boolean(alone && marked(group)),
      options: options.map((option) => squeeze(option.label || option.text)),
      indexes: options.map((option) => option.index),
      max_length: element.maxLength > 0 ? element.maxLength : null,
      name: element.getAttribute("name") || element.id || "",
      autocomplete: element.getAttribute("autocomplete") || "", accept: element.accept || "",
    };
  }

  function ticks(elements) {
    const group = groupOf(elements[0]);
    const whole = group && elements.every((each) => group.contains(each)) ? group : null;
    const box = whole || commonBox(elements);
    const optionLabel = (each) => ownLabel(each) || (each.nextSibling ? textOf(each.nextSibling) : "");
    const kind = elements[0].type === "radio" ? "radio" : "checkbox_group";
    return {
      kind, label: (whole && groupLabel(whole)) || textBefore(box, false), elements,
      help: helpOf(elements, whole), required: required(elements, whole),
      options: elements.map(optionLabel), indexes: elements.map((_, index) => index),
      max_length: null, name: elements[0].name, autocomplete: "", accept: "",
    };
  }

  // Radio buttons of one name, and checkboxes of one name or of one group with a label.
  function partners(element, all) {
    if (element.type === "radio") {
      return all.filter((each) => each.type === "radio" && each.form === element.form
        && (element.name ? each.name === element.name : groupOf(each) === groupOf(element)));
    }
    if (element.type !== "checkbox") return [element];
    const group = groupOf(element);
    const boxes = all.filter((each) => each.type === "checkbox" && each.form === element.form);
    const together = group && groupLabel(group)
      ? boxes.filter((each) => groupOf(each) === group)
      : boxes.filter((each) => element.name && each.name === element.name);
    return together.length ? together : [element];
  }

  // Two buttons, yes and no, that stand for a hidden checkbox.
  function yesNoButtons(element) {
    if (element.type !== "checkbox" || hasBox(element)) return null;
    let box = element.parentElement;
    for (let step = 0; box && step < 3; step++, box = box.parentElement) {
      const pair = [...box.querySelectorAll("button, [role=button]")].filter(shown);
      if (pair.length === 2 && pair.every((each) => YES_NO.test(squeeze(each.innerText)))
        && pair.every((each) => !each.form || each.type === "button")) return pair;
      if (pair.length) return null;
    }
    return null;
  }

  function yesNo(element, pair) {
    const asked = single(element);
    const label = asked.label.replace(/\s+(yes|no|ja|nein|oui|non|sí|si)$/i, "");
    const options = pair.map((each) => squeeze(each.innerText));
    return { ...asked, kind: "radio", label, elements: pair, options, indexes: [0, 1] };
  }

  function questionsOf(all) {
    const seen = new Set();
    const found = [];
    for (const element of all) {
      if (seen.has(element)) continue;
      const elements = partners(element, all);
      elements.forEach((each) => seen.add(each));
      const pair = yesNoButtons(element);
      if (pair) {
        found.push(yesNo(element, pair));
        continue;
      }
      const several = element.type === "radio" || (element.type === "checkbox" && elements.length > 1);
      found.push(several ? ticks(elements) : single(element));
    }
    return found;
  }

  function buttonsOf(all) {
    return all.filter((each) => each.matches(BUTTONS) && shown(each))
      .map((element) => ({
        element,
        text: squeeze(element.getAttribute("aria-label") || element.innerText || element.value || element.alt),
        submits: Boolean(element.form) && ["submit", "image"].includes(element.type),
        method: element.form ? element.form.method : "", disabled: Boolean(element.disabled),
        href: element.tagName === "A" ? element.href : "",
      }));
  }

  const everything = [...deep(document)];
  const fields = everything.filter((each) => each.matches(FIELDS) && asks(each));
  const buttons = everything.filter((each) => each.matches("button, input, a[href], [role=button]"));
  const owner = (element) => element.form || element.closest("form");
  const forms = [...new Set(fields.map(owner))];
  return forms.map((form) => ({
    questions: questionsOf(fields.filter((each) => owner(each) === form)),
    buttons: buttonsOf(buttons.filter((each) => owner(each) === form)),
  })).concat([{ questions: [], buttons: buttonsOf(buttons) }]);
}
