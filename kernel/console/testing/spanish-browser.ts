/** Settings of a reader in Spanish, whose decimals differ from the wire's; there before the kit reads them. */
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: { getItem: () => JSON.stringify({ language: 'es' }), setItem: () => undefined },
})
