import { showDecimal, typedDecimal, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { isPriceText } from '../../contract/index.ts'

interface PriceInputProps {
  readonly label: string
  readonly value: string | null
  readonly onCommit: (text: string | null) => void
  /** Takes the price on every key too, where something waits for it; not where each change is a step to undo. */
  readonly isLive?: boolean
  readonly disabled?: boolean
}

/**
 * Draws the input of a price in CNY/kWh with up to six decimals. The price is taken on blur or Enter. Invalid text is marked and
 * counts as no price.
 */
export function PriceInput({ label, value, onCommit, isLive = false, disabled = false }: PriceInputProps) {
  const { t, language } = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === null ? '' : showDecimal('price', value, language))
  const priceOf = (written: string): string | null => (written.trim() === '' ? null : typedDecimal(written, language))
  const text = typed === null ? null : priceOf(typed)
  const isWrong = text !== null && !isPriceText(text)
  const commit = (): void => {
    if (typed === null) return
    // Invalid text stays in the field for correction; until then there is no price.
    if (!isWrong) setTyped(null)
    const next = isWrong ? null : text
    if (next !== value) onCommit(next)
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
      onChange={event => {
        setTyped(event.target.value)
        const now = priceOf(event.target.value)
        if (isLive) onCommit(now !== null && isPriceText(now) ? now : null)
      }}
      onBlur={commit}
      onKeyDown={event => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}
