const [contrastAlone] = arguments;
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];
const options = contrastAlone
  ? { runOnly: ["color-contrast"] }
  : { runOnly: { type: "tag", values: tags }, rules: { "meta-refresh": { enabled: false } } };
const isShown = (element) => element.checkVisibility();
const own = ["main", "h1"].flatMap((name) => {
  const count = [...document.querySelectorAll(name)].filter(isShown).length;
  return count === 1 ? [] : [`one-${name}: there are ${count}`];
});
const words = ({ any, all, none }) => any.concat(all, none).map(({ message }) => message).join("; ");
return axe.run(document, { ...options, resultTypes: ["violations"] }).then(({ violations }) => [
  ...own,
  ...violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}: ${words(node)}`)),
]);
