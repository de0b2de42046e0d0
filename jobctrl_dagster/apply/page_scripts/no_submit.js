// A form is never sent: the second wall, in front of the one that lets no POST through.
// The handlers of a form that is sent by GET still run, since its Next button may be such a form's.
(() => {
  window.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.target.method !== "get") event.stopImmediatePropagation();
  }, true);
  HTMLFormElement.prototype.submit = () => undefined;
  Navigator.prototype.sendBeacon = () => false;
})();
