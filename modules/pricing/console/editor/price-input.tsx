import { showEveryDigit, typedDecimal, useWords } from '@wattyard/console-kit'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { PRICE_BOUNDS, priceFault } from '../../contract/index.ts'

interface PriceInputProps {
  readonly label: string
  readonly value: string | null
  /** Takes the price with every key. */
  readonly onType: (text: string | null) => void
  /** The price has been typed: focus has left, or Enter was pressed. */
  readonly onTyped?: () => void
  /** Hears when the typed text begins and ceases to be no price, also when the input goes away. */
  readonly onWrong?: (isWrong: boolean) => void
  readonly disabled?: boolean
}

/**
 * Draws the input of a price in ¥/kWh with up to six decimals. The price is taken as it is typed, so that saving by a key loses
 * nothing. Invalid text is marked, with the rule in words, and counts as no price. Escape restores the price from before.
 */
export function PriceInput({ label, value, onType, onTyped, onWrong, disabled = false }: PriceInputProps) {
  const { t, language } = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const [before, setBefore] = useState(value)
  const shown = typed ?? (value === null ? '' : showEveryDigit('price', value, language))
  const priceOf = (written: string): string | null => (written.trim() === '' ? null : typedDecimal(written, language))
  const text = typed === null ? null : priceOf(typed)
  const fault = text === null ? null : priceFault(text)
  const isWrong = fault !== null
  const ruleId = useId()
  const tell = useEffectEvent((wrong: boolean) => onWrong?.(wrong))
  useEffect(() => {
    if (!isWrong) return undefined
    tell(true)
    return () => tell(false)
  }, [isWrong])
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
    const next = now !== null && priceFault(now) === null ? now : null
    if (next !== value) onType(next)
  }
  return (
    <span className="pr-price-field">
      <input
        className="pr-input w-num"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? ruleId : undefined}
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
      {fault && (
        <span id={ruleId} role="alert" className="pr-price-rule">
          {t(`pricing.priceRule.${fault}`, PRICE_BOUNDS[fault])}
        </span>
      )}
    </span>
  )
}
