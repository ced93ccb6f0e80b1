import {
  can,
  HeadCommands,
  type SectionProps,
  StatusTag,
  toast,
  useCommand,
  useSession,
  useWords,
  valueWord,
} from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { Button } from 'antd'
import { outcome } from '../../contract/records/outcome.ts'

const ASSIGN = { resource: outcome, command: 'assign' } as const

/** Draws what became of a movement, and what can be done with it now. */
export function OutcomeHead({ record }: SectionProps) {
  const words = useWords()
  const kind = String(record.kind)
  return (
    <>
      <StatusTag of="reconciliation.outcome.standing" value={String(record.standing)} />
      <StatusTag of="reconciliation.outcome.result" value={String(record.result)} />
      <b>{valueWord(words, 'reconciliation.outcome.kind', kind)}</b>
      <WaitingHere record={record.id} topic={outcome.name} />
      <AssignToMe record={record} />
      <HeadCommands record={record} names={['remedy', 'assign', 'annotate', 'reopen']} />
    </>
  )
}

/** Draws the button with which a reader takes over a difference that is nobody's or another's. */
function AssignToMe({ record }: Pick<SectionProps, 'record'>) {
  const { t } = useWords()
  const me = useSession(session => session.me?.user.id)
  const assign = useCommand(ASSIGN)
  if (me === undefined || record.owner === me || !can(record, 'assign')) return null
  const take = async (): Promise<void> => {
    try {
      await assign.mutateAsync({ ids: [record.id], input: { owner: me } })
      toast.good(t('reconciliation.outcome.taken'))
    } catch {
      // The API client has shown the reason.
    }
  }
  return (
    <Button size="small" type="primary" loading={assign.isPending} onClick={() => void take()}>
      {t('reconciliation.outcome.takeOver')}
    </Button>
  )
}
