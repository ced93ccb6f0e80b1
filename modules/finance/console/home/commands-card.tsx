import { CommandDetail } from '@wattyard/charging/console'
import {
  Ago,
  AsOf,
  EmptyState,
  ErrorState,
  isOpenable,
  linkToRecord,
  Skeleton,
  StatusTag,
  useList,
  useLiveRefresh,
  useNow,
  useToday,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { command, FAILED_COMMAND_STATES, RUNNING_COMMAND_STATES } from '@wattyard/gateway/contract'
import { DAY_MS, HOUR_MS } from '@wattyard/time'
import { Link } from 'react-router'

const SHOWN = 6
const REFRESH_MS = 2_000
const RUNNING: ReadonlySet<string> = new Set(RUNNING_COMMAND_STATES)

/** Draws the commands of the last 24 hours that run or failed: those that run first, then the newest. */
export function CommandsCard() {
  const { t } = useWords()
  const today = useToday(useZone())
  // By whole hours, so that the question stays the same while the clock ticks.
  const from = Math.floor(useNow() / HOUR_MS) * HOUR_MS - DAY_MS
  useLiveRefresh(['gateway.command'], ['gateway.command'], REFRESH_MS)
  const { data, error, refetch } = useList(command, {
    page: 1,
    pageSize: 50,
    'filter.state': [...RUNNING_COMMAND_STATES, ...FAILED_COMMAND_STATES].join(','),
    'filter.createdAt.from': from,
  })
  const rows = (data?.list ?? [])
    .toSorted((a, b) => Number(RUNNING.has(b.state)) - Number(RUNNING.has(a.state)))
    .slice(0, SHOWN)
  return (
    <section className="w-card fh-card" aria-labelledby="fh-commands">
      <header className="fh-head">
        <h2 id="fh-commands">{t('finance.home.commands.title')}</h2>
        {data && <AsOf at={data.asOf} staleAfterS={90} />}
      </header>
      <p className="fh-piles">{t('finance.home.commands.about')}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={5} height={24} />}
      {data && rows.length === 0 && <EmptyState title={t('finance.home.commands.none')} />}
      {rows.length > 0 && (
        <ul className="fh-lines">
          {rows.map(row => (
            <li key={row.id}>
              <PileLink id={row.pile} name={data?.labels['assets.pile']?.[row.pile]} />
              <span className="fh-line-what">
                {t(`gateway.command.kindValue.${row.kind}`)} <StatusTag of="gateway.command.state" value={row.state} />{' '}
                <small className="w-quiet">
                  <CommandDetail state={row.state} detail={row.detail} />
                </small>
              </span>
              <span className="fh-line-when w-quiet">
                <Ago at={row.ended ?? row.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && isOpenable('/console/log') && (
        <Link className="fh-all" to={`/console/log?part=device&group=command&from=${today}&to=${today}`}>
          {t('finance.home.commands.all')}
        </Link>
      )}
    </section>
  )
}

/** Draws the code of a pile as the way to it. */
function PileLink({ id, name }: { id: string; name: string | undefined }) {
  const link = linkToRecord('assets.pile', id)
  return <b className="fh-line-name">{link ? <Link to={link}>{name ?? '…'}</Link> : name}</b>
}
