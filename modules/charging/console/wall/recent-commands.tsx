import { command } from '@wattyard/gateway/contract'
import { listCall, masked } from '@wattyard/resource'
import { useQuery } from '@tanstack/react-query'
import {
  api,
  EmptyState,
  ErrorState,
  Skeleton,
  StatusTag,
  useLiveRefresh,
  useWords,
  valueWord,
  When,
} from '@wattyard/console-kit'
import { ReturnOfPile } from '@wattyard/gateway/console'
import type { WallConnector } from '../../contract/calls/live.ts'
import { CommandDetail } from '../order/command-detail.tsx'
import { StartOutcome, useStarts } from './start-outcome.tsx'
import './wall.css'

/** Commands after which a pile disconnects and comes back. */
const INTERRUPTING: ReadonlySet<string> = new Set(['reset', 'update-firmware'])

interface ConfigurationValue {
  key: string
  value: string | null
  readonly: boolean
}

/** Returns the configuration in an answer; an empty list when there is none. */
function valuesOf(result: unknown): ConfigurationValue[] {
  if (result === null || typeof result !== 'object' || !('values' in result) || !Array.isArray(result.values)) return []
  return result.values as ConfigurationValue[] // the gateway stored it in this shape
}

/** Commands shown when no number is asked for. */
const SHOWN = 12

interface RecentCommandsProps {
  pileId: string
  /** Largest number of commands shown. */
  most?: number
  /** Whether the pile reports a fault now: its last return is then not shown as a success. Null while it is offline. */
  isFaulty?: boolean | null
  /** The pile's connectors, for their names; without them a row names its connector by number. */
  connectors?: readonly Pick<WallConnector, 'number' | 'name'>[]
}

/** Draws the commands of a pile, newest first, with its answers as they arrive and whether it came back. */
export function RecentCommands({ pileId, most = SHOWN, isFaulty = false, connectors = [] }: RecentCommandsProps) {
  const words = useWords()
  const { t } = words
  const key = ['gateway.command', 'of-pile', pileId, most]
  useLiveRefresh(['gateway.command'], key, 300)
  const sent = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.call(listCall(command), { 'filter.pile': pileId, pageSize: most }, { signal, lane: 'page', quiet: true }),
    refetchInterval: query => (query.state.data?.list.some(one => one.ended === null) ? 2_000 : 30_000),
  })
  const starts = useStarts(sent.data?.list.flatMap(one => (one.kind === 'remote-start' ? [one.id] : [])) ?? [])
  if (sent.error) return <ErrorState error={sent.error} onRetry={() => void sent.refetch()} />
  if (!sent.data) return <Skeleton lines={3} />
  if (sent.data.list.length === 0) return <EmptyState title={t('gateway.command.emptyHint')} />
  return (
    <ol className="ch-sent" aria-live="polite">
      {sent.data.list.map((one, index) => (
        <li key={one.id}>
          <span className="ch-sent-line">
            <b>{t(`gateway.command.kindValue.${one.kind}`)}</b>
            <Target payload={one.payload} connectors={connectors} />
            <StatusTag of="gateway.command.state" value={one.state} />
            <CommandDetail state={one.state} detail={one.detail} />
            {INTERRUPTING.has(one.kind) && one.sent !== null && (
              <ReturnOfPile command={one.id} isFaulty={index === 0 && isFaulty} />
            )}
            {one.kind === 'remote-start' && <StartOutcome followed={starts.get(one.id)} />}
            <span className="w-quiet">
              {valueWord(words, 'gateway.command.askedBy', one.askedBy)} · <When at={one.ended ?? one.createdAt} />
            </span>
          </span>
          <Values values={valuesOf(one.result)} />
        </li>
      ))}
    </ol>
  )
}

interface TargetProps {
  payload: unknown
  connectors: readonly Pick<WallConnector, 'number' | 'name'>[]
}

/** Draws which connector a command is for, and by which card; nothing for a command to the whole pile. */
function Target({ payload, connectors }: TargetProps) {
  const { t } = useWords()
  const { connector, tag } = (payload ?? {}) as { connector?: unknown; tag?: unknown } // the gateway's own commands
  const name = connectors.find(one => one.number === connector)?.name ?? connector
  const parts = [
    ...(typeof connector !== 'number'
      ? []
      : [connector === 0 ? t('charging.start.whole') : t('charging.wall.connector', { number: String(name) })]),
    ...(typeof tag === 'string' ? [t('charging.start.ofCard', { card: masked('card', tag) })] : []),
  ]
  return parts.length === 0 ? null : <span>{parts.join(' · ')}</span>
}

function Values({ values }: { values: readonly ConfigurationValue[] }) {
  const { t } = useWords()
  if (values.length === 0) return null
  return (
    <details>
      <summary>{t('charging.wall.values', { count: values.length })}</summary>
      <table className="ch-plain">
        <tbody>
          {values.map(one => (
            <tr key={one.key}>
              <th scope="row">
                {one.key}
                {one.readonly && <span title={t('charging.wall.readonly')}> 🔒</span>}
              </th>
              <td className="ch-figure w-mono">{one.value ?? '--'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
