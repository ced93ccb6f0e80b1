import type { SelectOption } from '@wattyard/resource'
import { useEffect, useState } from 'react'
import { StatusTag } from '../ui/shown.tsx'
import { needWords } from '../words/words.ts'

/**
 * Draws the state of a record that can be chosen, beside its name. The words of its module are loaded first, because a page may
 * offer records of a module whose words it does not use itself.
 */
export function ChoiceState({ of, state }: { of: string; state: SelectOption['state'] }) {
  const module = of.slice(0, of.indexOf('.'))
  const [known, setKnown] = useState('')
  useEffect(() => {
    let isGone = false
    // Without its words a state is left out; the name alone can be chosen, too.
    needWords(module).then(
      () => !isGone && setKnown(module),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [module])
  return state && known === module ? <StatusTag of={`${of}.${state.field}`} value={state.value} /> : null
}

/** Draws a record that can be chosen: its name, what tells it apart from others of that name, and its state where it has one. */
export function Choice({ of, option: { label, hints = [], state } }: { of: string; option: SelectOption }) {
  return (
    <span className="w-choice">
      <span className="w-choice-name">
        <span className="w-clip">{label}</span>
        {hints.length > 0 && <small className="w-quiet w-num">{hints.join(' · ')}</small>}
      </span>
      <ChoiceState of={of} state={state} />
    </span>
  )
}

/** Returns the name of a chosen record with the number that tells it apart, as one text. */
export const chosenName = ({ label, hints: [first] = [] }: Pick<SelectOption, 'label' | 'hints'>): string =>
  first === undefined ? label : `${label} · ${first}`
