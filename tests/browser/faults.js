// What a person would call broken, found by measuring everything that is seen. Gives a list of sentences.
() => {
  const faults = [];
  const isLying = document.querySelector("main.flat") !== null;
  const page = document.documentElement;
  const screen = { left: 0, right: innerWidth, top: 0, bottom: isLying ? innerHeight : Math.max(innerHeight, page.scrollHeight) };

  const name = (e) => `${e.tagName.toLowerCase()}.${[...e.classList].join(".")} "${(e.textContent || "").trim().slice(0, 40)}"`;
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;

  if (page.scrollWidth > innerWidth) faults.push("the page is wider than the screen");
  if (isLying && page.scrollHeight > innerHeight) faults.push("the page is longer than the screen");

  for (const e of document.querySelectorAll("main *")) {
    const box = e.getBoundingClientRect();
    const isDrawn = box.width && box.height && !e.closest("use") && (e.tagName === "svg" || !e.closest("svg"));
    if (!isDrawn || e.closest(".unseen-by-eye")) continue;
    const at = { left: box.left, right: box.right, top: box.top + scrollY, bottom: box.bottom + scrollY };
    if (!inside(at, screen)) faults.push(`outside the screen: ${name(e)}`);
    const holder = e.parentElement.closest(".panel, .centre, .seat-card, .head");
    if (holder && !inside(box, holder.getBoundingClientRect())) faults.push(`out of its panel: ${name(e)}`);
    const hides = getComputedStyle(e).overflow !== "visible" && e.childElementCount === 0;
    if (hides && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)) faults.push(`cut: ${name(e)}`);
    if (e.tagName === "BUTTON" && (e.offsetWidth < 48 || e.offsetHeight < 48)) faults.push(`a small target: ${name(e)}`);
  }

  const pieces = [
    ...document.querySelectorAll(
      ".points, .badge, .person, .outcome, .river, .melds, main .live, .round, .reminders, .lost, .deadwall, .dora, .buttons, .card .hand, .card h2, .card .yaku, .card .payments",
    ),
  ].filter((e) => e.getClientRects().length);
  const boxes = pieces.map((e) => e.getBoundingClientRect());
  for (const [one, a] of boxes.entries()) {
    for (const [two, b] of boxes.entries()) {
      if (two <= one || pieces[one].contains(pieces[two]) || pieces[two].contains(pieces[one])) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) faults.push(`${name(pieces[one])} lies on ${name(pieces[two])}`);
    }
  }
  return faults;
}
