// Somebody has scanned the QR code that lets a table join: here they say which table, and its page opens with the code.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Field } from "/static/js/hub/said.js";

const PORT = 8136;
const CODE = /^#join=([\w.:[\]-]{3,80}\/[\w-]{8,80})$/;
const TABLE = /^(?:(https?:)\/\/)?([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?\/?$/i;

// The code of the address, once; empty where there is none.
export function joinCodeOfAddress() {
  const found = CODE.exec(location.hash);
  if (!found) return "";
  history.replaceState(null, "", location.pathname + location.search);
  return found[1];
}

// The address of a table's page, from what somebody typed; empty if that is no address. Without a scheme it gets this
// page's. If the club's page is read over https and the table answers only http, http:// has to be typed.
export function pageOfTable(typed) {
  const [, scheme, host, port] = TABLE.exec(typed.trim()) ?? [];
  return host ? `${(scheme ?? location.protocol).toLowerCase()}//${host}:${port ?? PORT}/` : "";
}

export function Carry({ code, words, onDone }) {
  const [typed, type] = useState("");
  const page = pageOfTable(typed);
  return html`<main class="hub hub-carry">
    <h1>${words.say("hub.view.join")}</h1>
    <p>${words.say("hub.carry.says")}</p>
    <div class="hub-form">
      <${Field}
        label=${words.say("hub.carry.address")}
        value=${typed}
        onType=${type}
        inputmode="url"
        autocapitalize="none"
        autocomplete="off"
      />
      ${page && html`<a class="button confirm" href=${`${page}#club=${code}`}>${words.say("hub.carry.open")}</a>`}
    </div>
    <div>
      <h2>${words.say("hub.join.code")}</h2>
      <p class="code" translate="no">${code}</p>
    </div>
    <p><button type="button" onClick=${onDone}>${words.say("hub.carry.back")}</button></p>
  </main>`;
}
