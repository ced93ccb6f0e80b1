import type { DisplayLocale } from '@wattyard/money'

/**
 * Returns a decimal as typed by a person in the wire's form: `1.234,56` (es), `1,234.56`, `１２．５`. One separator that could be
 * either counts as the decimal point of the language, except a group of exactly three after a comma. Any other text comes back as
 * typed, so that the server can name the mistake.
 */
export function typedDecimal(typed: string, lang: DisplayLocale): string {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[\s¥￥元'’]/g, '')
    .replace(/^\+/, '')
  if (!/^-?[\d.,]+$/.test(text)) return typed.trim()
  const point =
    text.includes('.') && text.includes(',')
      ? text.lastIndexOf('.') > text.lastIndexOf(',')
        ? '.'
        : ','
      : alone(text, lang)
  const group = point === '.' ? ',' : '.'
  return text.replaceAll(group, '').replace(point, '.')
}

/** Returns the decimal point of a text that has only one kind of separator. */
function alone(text: string, lang: DisplayLocale): '.' | ',' {
  const used = text.includes(',') ? ',' : '.'
  const own = lang === 'es' ? ',' : '.'
  if (used === own) return own
  const isGrouping = /^-?\d{1,3}([.,]\d{3})+$/.test(text)
  return isGrouping ? own : used
}
