import type { Labels } from '@wattyard/resource'
import { Button } from 'antd'
import { useZone } from '../../ui/shown.tsx'
import { useWords } from '../../words/use-words.ts'
import { changedField, changeText } from '@wattyard/resource'
import type { AnyResource } from '../records.ts'
import '../form.css'

interface RivalNoteProps {
  readonly resource: AnyResource
  readonly column: string
  readonly theirs: unknown
  readonly labels: Labels
  /** Chooses their value, or the one in the form. */
  readonly onChoose: (isTheirs: boolean) => void
}

/** Tells that somebody else has saved another value of a field meanwhile, and asks which one counts. */
export function RivalNote({ resource, column, theirs, labels, onChoose }: RivalNoteProps) {
  const words = useWords()
  const { t } = words
  const zone = useZone()
  const context = { t, has: words.has, language: words.language, zone, labels }
  const text = changeText(theirs, changedField({ record: resource }, column), context)
  return (
    <div className="w-field-rival" role="alert">
      <span>{text === '' ? t('kit.rival.emptied') : t('kit.rival.changed', { value: text })}</span>
      <Button size="small" onClick={() => onChoose(true)}>
        {t('kit.rival.take')}
      </Button>
      <Button size="small" onClick={() => onChoose(false)}>
        {t('kit.rival.keep')}
      </Button>
    </div>
  )
}
