#!/bin/sh
# Find Chromium, or install it: the system's package where we may, else Playwright's own build.
set -eu
for name in "${JOBCTRL_BROWSER:-}" chromium chromium-browser google-chrome; do
  if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing Chromium from the system's packages"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
  exit 0
fi
if .venv/bin/playwright install chromium; then exit 0; fi
echo "No browser was found and none could be installed." >&2
echo "Install Chromium, or set JOBCTRL_BROWSER to the path of one." >&2
exit 1
