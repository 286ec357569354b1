/** Elements, made without any parsing of markup: every string becomes a text node or an attribute. */

export type Child = Node | string | number | null | undefined | false | readonly Child[];
type Listener = (event: Event) => void;
type Value = string | number | boolean | null | undefined;

export interface Props {
  class?: string;
  on?: Record<string, Listener>;
  style?: Record<string, string>;
  [attribute: string]: Value | Record<string, Listener> | Record<string, string>;
}

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `false`, `null` and `undefined` leave an attribute or a child out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), props, children);
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, tag), props, children);
}

/** Puts other children into an element. */
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...nodes(children));
}

/** Whether a link may be followed: this site's paths, and web addresses. Everything else is no link. */
export function isSafeLink(target: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/))/i.test(target) && !/[\u0000-\u001f\\]/.test(target);
}

function filled<E extends Element>(element: E, props: Props, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value as Record<string, Listener>)) {
        element.addEventListener(event, listener);
      }
    } else if (name === "style") {
      for (const [property, text] of Object.entries(value as Record<string, string>)) {
        (element as unknown as HTMLElement).style.setProperty(property, text);
      }
    } else if (!/^on/i.test(name) && (name !== "href" || isSafeLink(String(value)))) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...nodes(children));
  return element;
}

function nodes(children: readonly Child[]): Node[] {
  return children.flatMap((child): Node[] => {
    if (child === null || child === undefined || child === false) return [];
    if (Array.isArray(child)) return nodes(child as readonly Child[]);
    return [child instanceof Node ? child : document.createTextNode(String(child))];
  });
}
