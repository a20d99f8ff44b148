// Modules of columns and cells read, as they are loaded, what a browser remembers of its user. Here there is no user, and
// nothing is remembered. To be loaded before them.
const nothing: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem: () => undefined,
}
if (!('localStorage' in globalThis)) Object.assign(globalThis, { localStorage: nothing })
