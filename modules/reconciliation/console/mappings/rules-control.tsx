import { type ControlSlotProps, ErrorState, Skeleton, useTabQuery, useWords } from '@wattyard/console-kit'
import type { FileMapping } from '@wattyard/payment-files/mapping'
import { FILE_FAMILIES } from '../../contract/records/mapping.ts'
import { ChooseSample } from './choose-sample.tsx'
import { ColumnList } from './column-list.tsx'
import { useProposal, useTrial } from './mapping-calls.ts'
import { EndFields, MoneyFields, ShapeFields, WordFields } from './rules-fields.tsx'
import { PLAIN_RULES } from './rules-edit.ts'
import { Trial } from './trial.tsx'
import './mappings.css'

/** Parameter of the address with the file from which a description is made. */
export const SAMPLE = 'sample'

/** Draws how a file is read: what each column is, how amounts and times are written, and what comes out of it. */
export function RulesControl({ id, value, onChange, values, invalid, describedBy }: ControlSlotProps) {
  const [params] = useTabQuery()
  const sample = params.get(SAMPLE)
  const rules = (value ?? null) as FileMapping | null // from the server, a proposal or this control
  if (sample === null && rules === null) return <ChooseSample />
  return (
    <div id={id} className="rc-rules" aria-describedby={describedBy} data-invalid={invalid ? '' : undefined}>
      <Editor
        sample={sample}
        rules={rules ?? PLAIN_RULES}
        family={FILE_FAMILIES.find(one => one === values.family) ?? 'trade'}
        isNet={values.isNet === true}
        onChange={onChange}
      />
    </div>
  )
}

interface EditorProps {
  readonly sample: string | null
  readonly rules: FileMapping
  readonly family: (typeof FILE_FAMILIES)[number]
  readonly isNet: boolean
  readonly onChange: (rules: FileMapping) => void
}

function Editor({ sample, rules, family, isNet, onChange }: EditorProps) {
  const { t } = useWords()
  const proposal = useProposal(sample)
  const trial = useTrial(sample, { rules, family, isNet })
  const guess = proposal.data?.guess ?? null
  if (sample !== null && proposal.isPending) return <Skeleton lines={8} />
  if (proposal.error) return <ErrorState error={proposal.error} onRetry={() => void proposal.refetch()} />
  const lines = proposal.data?.lines ?? []
  return (
    <>
      <p className="w-quiet">{t('reconciliation.describe.intro')}</p>
      {guess !== null && <Doubts doubts={guess.doubts} agrees={guess.agrees} />}
      {sample !== null && guess === null && (
        <section className="w-banner" data-tone="wait">
          {t('reconciliation.describe.noGuess')}
          <pre className="rc-lines">{lines.join('\n')}</pre>
        </section>
      )}
      <ColumnList
        rules={rules}
        columns={trial.data?.columns ?? null}
        evidence={guess?.evidence ?? {}}
        onChange={onChange}
      />
      <ShapeFields rules={rules} onChange={onChange} />
      <MoneyFields rules={rules} onChange={onChange} />
      <WordFields rules={rules} onChange={onChange} />
      <EndFields rules={rules} onChange={onChange} />
      {sample === null ? (
        <p className="w-banner">{t('reconciliation.describe.noSample')}</p>
      ) : (
        <Trial trial={trial} rules={rules} family={family} />
      )}
    </>
  )
}

function Doubts({ doubts, agrees }: { readonly doubts: readonly string[]; readonly agrees: boolean | null }) {
  const { t } = useWords()
  const said = [
    ...doubts.map(doubt => t(`reconciliation.doubt.${doubt}`)),
    ...(agrees === false ? [t('reconciliation.describe.disagrees')] : []),
  ]
  if (said.length === 0)
    return (
      <p className="w-banner" data-tone="good">
        {t('reconciliation.describe.sureAll')}
        {agrees === true && ` · ${t('reconciliation.describe.agrees')}`}
      </p>
    )
  return (
    <section className="w-banner" data-tone="wait">
      <b>{t('reconciliation.describe.doubts')}</b>
      <ul className="rc-doubts">
        {said.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
