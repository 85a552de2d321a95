// The page of a phone that is the camera, in the words of its language.

import { html, render } from "/static/vendor/htm-preact-standalone.module.js";
import { Camera } from "/static/js/camera/page.js";
import { firstChoices } from "/static/js/choices.js";
import { loadWords, preferred, withMore } from "/static/js/words.js";

const words = await withMore(await loadWords(preferred(firstChoices().lang, undefined)), "eye");
document.documentElement.lang = words.code;
document.title = words.say("eye.phone");
render(html`<${Camera} words=${words} />`, /** @type {HTMLElement} */ (document.getElementById("page")));
