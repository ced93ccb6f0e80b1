import { useState } from 'react'
import { matchesText } from '../format/initials.ts'
import type { FilterValue } from '../resource/list/list-state.ts'
import type { Words } from '../words/spoken.tsx'
import { useWords } from '../words/use-words.ts'

/** The codes that a text column can hold, where people know them by words. */
export interface CodeWords {
  readonly values: readonly string[]
  /** Returns the words of a code; undefined where it has none, which then stands itself. */
  readonly word: (code: string, words: Words) => string | undefined
  /** Returns what else people call it, such as the number of a rule. */
  readonly also?: (code: string) => string
}

interface CodeFilterProps {
  readonly codes: CodeWords
  readonly value: FilterValue | undefined
  readonly onApply: (value: FilterValue | undefined) => void
}

/** The popover is open before this part has come, and has given the focus to its first control. */
const focus = (input: HTMLInputElement | null): void => input?.focus()

/** Draws the filter of a column of codes: one of their words is chosen, and typing narrows them by word, number or pinyin. */
export function CodeFilter({ codes, value, onApply }: CodeFilterProps) {
  const words = useWords()
  const { t } = words
  const [typed, setTyped] = useState('')
  const chosen = value && 'text' in value ? value.text : null
  const options = codes.values
    .map(code => ({ code, label: codes.word(code, words) ?? code, also: codes.also?.(code) ?? '' }))
    .filter(({ label, also }) => matchesText(`${label} ${also}`, typed))
  return (
    <div className="w-ticks w-codes">
      <input
        className="w-input"
        type="search"
        ref={focus}
        aria-label={t('kit.search')}
        placeholder={t('kit.search')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          const [only, ...others] = options
          if (event.key === 'Enter' && only && others.length === 0) onApply({ text: only.code })
        }}
      />
      <div className="w-codes-list">
        {options.map(({ code, label, also }) => (
          <label key={code} className="w-tick">
            <input
              type="checkbox"
              checked={code === chosen}
              onChange={() => onApply(code === chosen ? undefined : { text: code })}
            />
            <span className="w-clip">{label}</span>
            {also !== '' && <small className="w-quiet">{also}</small>}
          </label>
        ))}
      </div>
      {options.length === 0 && <p className="w-quiet w-ticks-none">{t('kit.noMatch')}</p>}
    </div>
  )
}
