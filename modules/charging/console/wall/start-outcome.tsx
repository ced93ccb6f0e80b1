import { useQuery } from '@tanstack/react-query'
import { api, type Tone, useLiveRefresh, useMay, useWords } from '@wattyard/console-kit'
import { followStarts, type FollowedStart } from '../../contract/calls/start.ts'
import { OrderLink } from '../order/order-link.tsx'

const LOOK_EVERY_MS = 2_000

/** States in which the order of a start still changes soon. */
const MOVING: ReadonlySet<string> = new Set(['draft', 'starting'])

/** Reads what became of remote starts, by command, and follows them until each has begun or failed. */
export function useStarts(commands: readonly string[]): ReadonlyMap<string, FollowedStart> {
  const mayRead = useMay('charging.order:read')
  const key = ['charging.order', 'starts', ...commands]
  useLiveRefresh(['charging.order'], key)
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(followStarts, { ids: [...commands] }, { signal, quiet: true }),
    enabled: mayRead && commands.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.list.some(one => MOVING.has(one.state)) === true ? LOOK_EVERY_MS : false,
  })
  return new Map(data?.list.map(one => [one.command, one]))
}

/** How a start stands, and the tone in which it is said. */
const STANDS: Readonly<Record<FollowedStart['state'], readonly [word: string, tone: Tone]>> = {
  draft: ['waits', 'wait'],
  starting: ['waits', 'wait'],
  charging: ['began', 'good'],
  stopping: ['began', 'good'],
  ended: ['over', 'idle'],
  settled: ['over', 'idle'],
  abnormal: ['over', 'idle'],
  reversed: ['over', 'idle'],
  closed: ['failed', 'bad'],
}

/** Draws what became of a remote start: waiting, charging, over, or why no charge began, with its order. */
export function StartOutcome({ followed }: { followed: FollowedStart | undefined }) {
  const { t } = useWords()
  if (!followed) return null
  const { order, orderNo, state, closeReason } = followed
  const [word, tone] = STANDS[state]
  return (
    <span className="w-row w-wrap" data-start={word}>
      <span className="w-tag" data-tone={tone}>
        {closeReason === null
          ? t(`charging.start.${word}`)
          : t('charging.start.failedFor', { reason: t(`charging.order.closeReasonValue.${closeReason}`) })}
      </span>
      <OrderLink id={order}>{t('charging.start.order', { no: orderNo })}</OrderLink>
    </span>
  )
}
