/** Returns a price of a file, `50.200000000 CNY`, without zeros that say nothing and with two decimals at least. */
export function shownPrice(text: string): string {
  return text.replace(/^(-?\d+)(?:\.(\d+))?/, (_all, whole: string, decimals: string | undefined) => {
    const told = (decimals ?? '').replace(/0+$/, '').padEnd(2, '0')
    return `${whole}.${told}`
  })
}
