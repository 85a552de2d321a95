// What the page uses of htm and Preact; their own file is minified.
export function html(strings: TemplateStringsArray, ...values: unknown[]): any;
export function render(what: unknown, where: Element): void;
export function useEffect(run: () => void | (() => void), about?: unknown[]): void;
export function useLayoutEffect(run: () => void | (() => void), about?: unknown[]): void;
export function useRef<Held = any>(first?: Held): { current: any };
export function useState<Value = any>(first?: Value | (() => Value)): [any, (next: any) => void];
