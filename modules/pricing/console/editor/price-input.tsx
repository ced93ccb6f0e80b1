import { showEveryDigit, typedDecimal, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { isPriceText } from '../../contract/index.ts'

interface PriceInputProps {
  readonly label: string
  readonly value: string | null
  /** Takes the price with every key. */
  readonly onType: (text: string | null) => void
  /** The price has been typed: focus has left, or Enter was pressed. */
  readonly onTyped?: () => void
  readonly disabled?: boolean
}

/**
 * Draws the input of a price in ¥/kWh with up to six decimals. The price is taken as it is typed, so that saving by a key loses
 * nothing. Invalid text is marked and counts as no price. Escape restores the price from before.
 */
export function PriceInput({ label, value, onType, onTyped, disabled = false }: PriceInputProps) {
  const { t, language } = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const [before, setBefore] = useState(value)
  const shown = typed ?? (value === null ? '' : showEveryDigit('price', value, language))
  const priceOf = (written: string): string | null => (written.trim() === '' ? null : typedDecimal(written, language))
  const text = typed === null ? null : priceOf(typed)
  const isWrong = text !== null && !isPriceText(text)
  const finish = (): void => {
    if (typed === null) return
    // Invalid text stays in the field for correction; until then there is no price.
    if (!isWrong) setTyped(null)
    onTyped?.()
  }
  const type = (written: string): void => {
    if (typed === null) setBefore(value)
    setTyped(written)
    const now = priceOf(written)
    const next = now !== null && isPriceText(now) ? now : null
    if (next !== value) onType(next)
  }
  return (
    <input
      className="pr-input w-num"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      title={isWrong ? t('pricing.editor.notAPrice') : undefined}
      placeholder={t('pricing.editor.unpriced')}
      data-empty={shown === '' ? '' : undefined}
      disabled={disabled}
      value={shown}
      onFocus={event => event.target.select()}
      onChange={event => type(event.target.value)}
      onBlur={finish}
      onKeyDown={event => {
        if (event.key === 'Enter') finish()
        if (event.key === 'Escape' && typed !== null) {
          setTyped(null)
          onType(before)
          onTyped?.()
        }
      }}
    />
  )
}
