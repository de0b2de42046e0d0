// What only a person can pass: "captcha", "sign_in", or an empty text.
() => {
  const CHALLENGE = /captcha|challenges\.cloudflare\.com|arkoselabs\.com|funcaptcha|geetest/i;
  const UNSEEN = /[?&#]size=invisible|frame=checkbox-invisible/;
  const WIDGETS = ".g-recaptcha, .h-captcha, .cf-turnstile, .geetest_panel, "
    + "[id*=captcha i], [class*=captcha i]";
  const GATES = new RegExp([
    "verify (that )?you are (a )?human", "are you (a )?(human|robot)", "just a moment",
    "checking your browser", "security check", "sind sie ein mensch", "êtes-vous un humain",
    "no soy un robot",
  ].join("|"), "i");

  function shown(element) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width >= 100 && box.height >= 40 && box.right > 0;
  }

  // The badge of a check that runs unseen asks nothing of anybody.
  const unseen = (element) => element.closest("[data-size=invisible], .grecaptcha-badge") !== null;
  const all = (selector) => [...document.querySelectorAll(selector)];

  const isChallenge = (frame) => CHALLENGE.test(`${frame.src} ${frame.title} ${frame.name}`)
    && !UNSEEN.test(frame.src) && !unseen(frame);
  const asksSomething = (box) => box.innerText.trim() !== ""
    || box.querySelector("img, canvas, iframe, input:not([type=hidden])") !== null;
  const isWidget = (box) => !unseen(box) && !box.matches("form, body, main, html")
    && box.querySelector("form") === null && asksSomething(box);
  const isRiddle = (picture) => CHALLENGE.test(`${picture.alt} ${picture.src} ${picture.id}`);

  if (all("iframe").some((frame) => shown(frame) && isChallenge(frame))) return "captcha";
  if (all(WIDGETS).some((box) => shown(box) && isWidget(box))) return "captcha";
  if (all("img, canvas").some((each) => shown(each) && isRiddle(each))) return "captcha";
  const headings = all("h1, h2").map((each) => each.innerText).join(" ");
  if (GATES.test(`${document.title} ${headings}`)) return "captcha";
  const passwords = all("input[type=password]").filter((each) => each.checkVisibility());
  return passwords.some((each) => each.getBoundingClientRect().width > 0) ? "sign_in" : "";
}
