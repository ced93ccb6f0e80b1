import { RecentCommands } from '@wattyard/charging/console'
import { anyResource, CommandDialog, Dialog, useInvalidate, useRefOptions, useWords } from '@wattyard/console-kit'
import { command } from '@wattyard/gateway/contract'
import { Button } from 'antd'
import { useState } from 'react'

const COMMANDS = anyResource(command)

interface ResetDialogProps {
  piles: readonly string[]
  onDone: () => void
}

/** Draws the question before piles are restarted, with the piles filled in, and then whether each of them came back. */
export function ResetDialog({ piles, onDone }: ResetDialogProps) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const [isSent, setSent] = useState(false)
  // The piles asked about are read from the command's answer: the question lets people take some away.
  const [sentTo, setSentTo] = useState<readonly string[]>(piles)
  const { options } = useRefOptions('assets.pile', '', sentTo, false)
  if (!isSent)
    return (
      <CommandDialog
        resource={COMMANDS}
        command="reset"
        records={[]}
        known={{ piles: [...piles] }}
        onDone={answer => {
          if (!answer) return onDone()
          setSentTo(pilesOf(answer.data))
          setSent(true)
          void invalidate('finance.home')
        }}
      />
    )
  return (
    <Dialog
      open
      width={520}
      title={t('gateway.command.reset')}
      onClose={onDone}
      foot={<Button onClick={onDone}>{t('kit.close')}</Button>}
    >
      {sentTo.map(pile => (
        <section key={pile} aria-label={options.find(({ id }) => id === pile)?.label}>
          <h3>{options.find(({ id }) => id === pile)?.label}</h3>
          <RecentCommands pileId={pile} most={1} />
        </section>
      ))}
    </Dialog>
  )
}

/** Returns the piles that a command's answer names, without repetition. */
function pilesOf(answer: unknown): string[] {
  const list = answer !== null && typeof answer === 'object' && 'list' in answer ? answer.list : []
  if (!Array.isArray(list)) return []
  return [...new Set((list as { pile: string }[]).map(({ pile }) => pile))] // the command's declared answer
}
