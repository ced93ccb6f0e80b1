/** Sets the settings of a Spanish reader, whose decimals differ from the wire's, before the kit reads them. */
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: { getItem: () => JSON.stringify({ language: 'es' }), setItem: () => undefined },
})
