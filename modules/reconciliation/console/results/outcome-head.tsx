import { HeadCommands, type SectionProps, StatusTag, useWords, valueWord } from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { outcome } from '../../contract/records/outcome.ts'

const COMMANDS = ['remedy', 'take', 'assign', 'annotate', 'reopen'] as const

/** Draws what became of a movement, and what can be done with it now. */
export function OutcomeHead({ record, labels }: SectionProps) {
  const words = useWords()
  const owner = typeof record.owner === 'string' ? labels['identity.user']?.[record.owner] : undefined
  return (
    <>
      <StatusTag of="reconciliation.outcome.standing" value={String(record.standing)} />
      <StatusTag of="reconciliation.outcome.result" value={String(record.result)} />
      <b>{valueWord(words, 'reconciliation.outcome.kind', String(record.kind))}</b>
      {owner !== undefined && (
        <span>
          {words.t('reconciliation.outcome.owner')} {owner}
        </span>
      )}
      <WaitingHere record={record.id} topic={outcome.name}>
        {waits => <HeadCommands record={record} names={COMMANDS.filter(command => !waits(command))} />}
      </WaitingHere>
    </>
  )
}
