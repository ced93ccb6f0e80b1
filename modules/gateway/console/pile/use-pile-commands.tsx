import {
  anyResource,
  CommandDialog,
  type DetailMenu,
  may,
  useInvalidate,
  useSession,
  useWords,
} from '@wattyard/console-kit'
import type { AnyRecord } from '@wattyard/resource'
import { useState } from 'react'
import { command } from '../../contract/command.ts'

const COMMANDS = anyResource(command)

/** Commands to a pile that repair or set it, the most frequent first. The live wall offers all of them. */
const OF_PILE = ['reset', 'unlock', 'changeAvailability', 'trigger', 'getConfiguration', 'setConfiguration'] as const

/** Returns the commands that this person may send to a pile, and the question of the one that was chosen. */
export function usePileCommands(record: AnyRecord): DetailMenu {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const invalidate = useInvalidate()
  const [asked, setAsked] = useState<string | null>(null)
  const actions = OF_PILE.filter(name => may(me, `${command.name}:${name}`)).map(name => ({
    key: name,
    label: t(`gateway.command.${name}`),
    run: () => setAsked(name),
  }))
  return {
    actions,
    dialog: asked !== null && (
      <CommandDialog
        resource={COMMANDS}
        command={asked}
        records={[]}
        known={{ pile: record.id, piles: [record.id] }}
        labels={{ 'assets.pile': { [record.id]: String(record.code) } }}
        onDone={answer => {
          setAsked(null)
          if (answer) void invalidate(command.name)
        }}
      />
    ),
  }
}
