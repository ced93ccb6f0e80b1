import { anyResource, CommandDialog, useInvalidate } from '@wattyard/console-kit'
import { command } from '@wattyard/gateway/contract'

const COMMANDS = anyResource(command)

/** Draws the question before piles are restarted, with the piles filled in. */
export function ResetDialog({ piles, onDone }: { piles: readonly string[]; onDone: () => void }) {
  const invalidate = useInvalidate()
  return (
    <CommandDialog
      resource={COMMANDS}
      command="reset"
      records={[]}
      known={{ piles: [...piles] }}
      onDone={answer => {
        onDone()
        if (answer) void invalidate('finance.home')
      }}
    />
  )
}
