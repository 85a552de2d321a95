// What a person would call broken, found by measuring everything that is seen. Gives a list of sentences.
() => {
  const faults = [];
  const isLying = document.querySelector("main.flat") !== null;
  const page = document.documentElement;
  const screen = { left: 0, right: innerWidth, top: 0, bottom: isLying ? innerHeight : Math.max(innerHeight, page.scrollHeight) };

  const name = (e) => `${e.tagName.toLowerCase()}.${[...e.classList].join(".")} "${(e.textContent || "").trim().slice(0, 40)}"`;
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const isDrawn = (e, box) => box.width && box.height && !e.closest("use") && (e.tagName === "svg" || !e.closest("svg")) && !e.closest(".unseen-by-eye");

  function measure(e) {
    const hides = getComputedStyle(e).overflow !== "visible" && e.childElementCount === 0;
    if (hides && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)) faults.push(`cut: ${name(e)}`);
    if (e.tagName !== "BUTTON") return;
    if (e.offsetWidth < 47.9 || e.offsetHeight < 47.9) faults.push(`a small target: ${name(e)} ${e.offsetWidth}x${e.offsetHeight}`);
    if (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1) faults.push(`spilled: ${name(e)}`);
  }

  if (page.scrollWidth > innerWidth) faults.push("the page is wider than the screen");
  if (isLying && page.scrollHeight > innerHeight) faults.push("the page is longer than the screen");

  for (const e of document.querySelectorAll("main *")) {
    const box = e.getBoundingClientRect();
    if (!isDrawn(e, box)) continue;
    const at = { left: box.left, right: box.right, top: box.top + scrollY, bottom: box.bottom + scrollY };
    if (!inside(at, screen)) faults.push(`outside the screen: ${name(e)}`);
    const holder = e.parentElement.closest(".panel, .centre, .seat-card, .head");
    if (holder && !inside(box, holder.getBoundingClientRect())) faults.push(`out of its panel: ${name(e)}`);
    measure(e);
  }

  // What a limit is called is one word, written in one line.
  for (const e of document.querySelectorAll("dialog[open] .limits b")) {
    const letters = e.firstChild;
    for (const word of letters.data.matchAll(/\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(letters, word.index);
      range.setEnd(letters, word.index + word[0].length);
      if (range.getClientRects().length > 1) faults.push(`broken in two: ${name(e)}`);
    }
  }

  // A sheet may be longer than it is shown, never wider; what does not scroll in it lies within it.
  for (const sheet of document.querySelectorAll("dialog[open]")) {
    const outer = sheet.getBoundingClientRect();
    const isTurned = sheet.matches(".left, .right");
    if (!inside(outer, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })) faults.push(`outside the screen: ${name(sheet)}`);
    for (const e of sheet.querySelectorAll("*")) {
      const box = e.getBoundingClientRect();
      if (!isDrawn(e, box)) continue;
      const isAcross = isTurned ? box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1 : box.left >= outer.left - 1 && box.right <= outer.right + 1;
      if (!isAcross) faults.push(`wider than its sheet: ${name(e)}`);
      if (!e.closest(".sheet-body, .menu-in, .evening-body") && !inside(box, outer)) faults.push(`out of its sheet: ${name(e)}`);
      measure(e);
    }
  }

  const pieces = [
    ...document.querySelectorAll(
      ".points, .badge, .person, .outcome, .river, .melds, .acts, .tenpai, main .live, .round, .reminders, .lost, .deadwall, .dora, .buttons, .table-acts, .card .hand, .card h2, .card .yaku, .card .payments, dialog[open] .sheet-body > *, dialog[open] footer > *, dialog[open] .foot > *",
    ),
  ].filter((e) => e.getClientRects().length);
  const shown = (e) => {
    const box = e.getBoundingClientRect();
    const body = e.closest(".sheet-body")?.getBoundingClientRect();
    if (!body) return box;
    return { left: Math.max(box.left, body.left), right: Math.min(box.right, body.right), top: Math.max(box.top, body.top), bottom: Math.min(box.bottom, body.bottom) };
  };
  const boxes = pieces.map(shown);
  for (const [one, a] of boxes.entries()) {
    for (const [two, b] of boxes.entries()) {
      if (two <= one || pieces[one].contains(pieces[two]) || pieces[two].contains(pieces[one])) continue;
      if (Boolean(pieces[one].closest("dialog")) !== Boolean(pieces[two].closest("dialog"))) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) faults.push(`${name(pieces[one])} lies on ${name(pieces[two])}`);
    }
  }
  return faults;
}
