import type { connector, pile } from '@wattyard/assets/contract'
import { useWords } from '@wattyard/console-kit'
import type { RecordFrom } from '@wattyard/resource'
import type { EffectiveAnswer } from '../../contract/index.ts'
import { PlaceRow } from './place-row.tsx'
import { placeIn } from './read-prices.ts'

interface PileRowProps {
  readonly pile: RecordFrom<typeof pile>
  readonly answer: EffectiveAnswer | undefined
  readonly open?: { readonly isOpen: boolean; readonly toggle: () => void }
}

/** Draws a pile below its station. */
export function PileRow({ pile: { id, code, name, currentType }, answer, open }: PileRowProps) {
  const { t } = useWords()
  return (
    <PlaceRow
      place={{ level: 'pile', id, name: code }}
      detail={`${name} · ${t(`assets.pile.currentTypeValue.${currentType}`)}`}
      depth={1}
      effective={placeIn(answer, id)}
      answer={answer}
      {...(open ? { open } : {})}
    />
  )
}

interface ConnectorRowProps {
  readonly connector: RecordFrom<typeof connector>
  readonly answer: EffectiveAnswer | undefined
}

/** Draws a connector below its pile. */
export function ConnectorRow({ connector: { id, code, bay }, answer }: ConnectorRowProps) {
  return (
    <PlaceRow
      place={{ level: 'connector', id, name: code }}
      {...(bay ? { detail: bay } : {})}
      depth={2}
      effective={placeIn(answer, id)}
      answer={answer}
    />
  )
}
