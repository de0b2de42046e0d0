// What only a person can pass: "captcha", "sign_in", or an empty text.
() => {
  const shown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width >= 100 && box.height >= 40 && box.right > 0;
  };
  const frames = [...document.querySelectorAll("iframe")].filter(shown);
  const challenge = /hcaptcha\.com|recaptcha|challenges\.cloudflare\.com|arkoselabs\.com|funcaptcha|geetest|captcha/i;
  const badge = /[?&#]size=invisible|frame=checkbox-invisible/;
  const told = (frame) => `${frame.src} ${frame.title} ${frame.name}`;
  if (frames.some((frame) => challenge.test(told(frame)) && !badge.test(frame.src)
    && !frame.closest("[data-size=invisible], .grecaptcha-badge"))) return "captcha";
  const widgets = ".g-recaptcha, .h-captcha, .cf-turnstile, .geetest_panel, [id*=captcha i], [class*=captcha i]";
  const boxes = [...document.querySelectorAll(widgets)];
  if (boxes.some((box) => box.dataset.size !== "invisible" && !box.closest(".grecaptcha-badge") && !box.matches("form, body, main") && !box.querySelector("form") && shown(box)
    && (box.innerText.trim() || box.querySelector("img, canvas, input:not([type=hidden]), iframe")))) return "captcha";
  const pictures = [...document.querySelectorAll("img, canvas")];
  if (pictures.some((picture) => /captcha/i.test(`${picture.alt} ${picture.src} ${picture.id}`) && picture.checkVisibility())) return "captcha";
  const head = `${document.title} ${[...document.querySelectorAll("h1, h2")].map((each) => each.innerText).join(" ")}`;
  const gates = /verify (that )?you are (a )?human|are you (a )?(human|robot)|just a moment|checking your browser|security check|sind sie ein mensch|êtes-vous un humain|no soy un robot/i;
  if (gates.test(head)) return "captcha";
  const passwords = [...document.querySelectorAll("input[type=password]")].filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 0);
  return passwords.length ? "sign_in" : "";
}
