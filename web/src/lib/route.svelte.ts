// Where one is: the address is the whole state, so that links, Back and reload all work.

let path = $state(location.pathname);
let hash = $state(location.hash);

export const here = {
  get path() {
    return path;
  },
  get hash() {
    return hash;
  },
};

function arrive() {
  path = location.pathname;
  hash = location.hash;
}

/** Go to a page of ours: '/', '/new', '/table/ID', '/me', '/rules#R5.4'. */
export function go(address: string, { replace = false } = {}): void {
  const left = location.pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  arrive();
  if (location.pathname !== left) scrollTo(0, 0);
}

/** Links need nothing special: those to our own pages are followed without loading anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.pathname.startsWith('/api')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

addEventListener('popstate', arrive);
