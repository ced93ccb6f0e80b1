import { type Field, MONEY_SIGN, unitInFile } from '@wattyard/resource'

/** Writes decimal text of money as people do, `-¥12.30`. */
export function moneyText(amount: string): string {
  return amount.startsWith('-') ? `-${MONEY_SIGN}${amount.slice(1)}` : `${MONEY_SIGN}${amount}`
}

/** Puts the unit of a field to its text; what is empty stays empty. */
export function withUnit(of: Field | undefined, text: string): string {
  if (text === '') return text
  if (of?.kind === 'money') return moneyText(text)
  if (of?.kind === 'price') return `${moneyText(text)}/kWh`
  const unit = of && unitInFile(of)
  return unit === undefined ? text : `${text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')} ${unit}`
}
