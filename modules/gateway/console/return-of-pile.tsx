import { useQuery } from '@tanstack/react-query'
import { api, StatusTag, useLiveRefresh, useWords, When } from '@wattyard/console-kit'
import { followCommands } from '../contract/calls/follow.ts'

const LOOK_EVERY_MS = 2_000
const FINAL: ReadonlySet<string | undefined> = new Set(['back', 'stayed'])

/**
 * Draws what became of a pile after a command that interrupts it: disconnected, back online after some seconds, or not back for
 * five minutes. It follows by itself until the pile is back. Nothing for commands that interrupt nothing. With `isFaulty`, a pile
 * that is back is not said to be well; with null, the caller has not read its state since, and it is not said to be back.
 */
export function ReturnOfPile({ command, isFaulty = false }: { command: string; isFaulty?: boolean | null }) {
  const { t } = useWords()
  const key = ['gateway.command', 'return', command]
  useLiveRefresh(['gateway.pile'], key)
  const followed = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => api.call(followCommands, { ids: [command] }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (FINAL.has(state.data?.list[0]?.is) ? false : LOOK_EVERY_MS),
  })
  const [one] = followed.data?.list ?? []
  if (!one) return null
  const is = one.is === 'back' && isFaulty === null ? 'away' : one.is
  return (
    <span className="w-row w-wrap" data-return={is}>
      <StatusTag of="gateway.command.return" value={is === 'back' && isFaulty ? 'faulty' : is} />
      {is === 'back' && t('gateway.command.backAfter', { count: one.seconds ?? 0 })}
      {(is === 'away' || is === 'lost') && (
        <span className="w-quiet">
          <When at={one.leftAt} />
        </span>
      )}
    </span>
  )
}
