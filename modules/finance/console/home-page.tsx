import { useQuery } from '@tanstack/react-query'
import {
  EmptyState,
  lazyPart,
  needWords,
  PageHeader,
  showClock,
  Skeleton,
  useChosenStation,
  useLiveRefresh,
  useNow,
  useSeesNothing,
  useSession,
  useToday,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { NoticeBoard } from '@wattyard/notifications/console'
import { ApprovalsButton as WaitingApprovals } from '@wattyard/platform/console'
import { Link } from 'react-router'
import type { Home, HomeCard } from '../contract/index.ts'
import { FirstSteps } from './home/first-steps.tsx'
import { homeQueries } from './home/home-api.ts'
import { TopFigures } from './home/top-figures.tsx'
import { useHome } from './home/use-home.ts'
import './home/home.css'

/** A card while its code and words are on their way, as high as the card itself, so that nothing moves when they come. */
const WAITING = (
  <section className="w-card fh-card">
    <Skeleton lines={9} height={24} />
  </section>
)
const WAITING_CHART = (
  <section className="w-card fh-card fh-wait-chart">
    <Skeleton lines={8} height={24} />
  </section>
)
const LoadProfileCard = lazyPart(
  async () => (await import('./home/load-profile-card.tsx')).LoadProfileCard,
  WAITING_CHART,
)
const StationsCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./home/stations-card.tsx'), needWords('assets')])
  return part.StationsCard
}, WAITING)
const TodoCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./home/todo-card.tsx'), needWords('charging')])
  return part.TodoCard
}, WAITING)
const PilesTodoCard = lazyPart(async () => {
  // The names of faults are the gateway's words.
  const [part] = await Promise.all([import('./home/todo-card.tsx'), needWords('charging', 'gateway')])
  return part.TodoCard
}, WAITING)
const CommandsCard = lazyPart(async () => {
  const [part] = await Promise.all([import('./home/commands-card.tsx'), needWords('gateway')])
  return part.CommandsCard
}, WAITING)
const NewPilesCard = lazyPart(async () => (await import('./home/new-piles-card.tsx')).NewPilesCard, WAITING)
const ApprovalsButton = lazyPart(async () => {
  await needWords('platform')
  return WaitingApprovals
})

const TOPICS = ['charging.order', 'gateway.connector', 'assets.pile'] as const
/** Refresh intervals in ms. Figures follow live events; the load profile has one point per quarter of an hour. */
const FIGURES_MS = 5_000
const COURSE_MS = 60_000

/** Draws `/home`: the four figures, the day and the work of this person. */
export function Page() {
  const { t } = useWords()
  const home = useHome()
  const seesNothing = useSeesNothing()
  return (
    <div className="w-page fh">
      <Head />
      {home && seesNothing ? (
        <section className="w-card">
          <EmptyState title={t('finance.home.nothingAssigned')} text={t('finance.home.nothingAssignedText')} />
        </section>
      ) : home ? (
        <Cards home={home} />
      ) : (
        <section className="w-card">
          <EmptyState
            title={t('finance.home.noRights')}
            text={t('finance.home.noRightsText')}
            action={<Link to="/console/personalCenter">{t('finance.home.toOwnAccount')}</Link>}
          />
        </section>
      )}
    </div>
  )
}

/** Draws the greeting, and the day and the company beside it. */
function Head() {
  const { t, language } = useWords()
  const zone = useZone()
  const today = useToday(zone)
  const hour = Number(showClock(useNow(), zone).slice(0, 2))
  const person = useSession(session => session.me?.user.name)
  const company = useSession(session => session.me?.company?.name)
  const part = hour < 6 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : language, {
    month: 'long',
    day: 'numeric',
    weekday: 'long',
    timeZone: 'UTC',
  })
  const day = format.format(Date.parse(today))
  return (
    <PageHeader
      title={t(`finance.home.greeting.${part}`, { name: person ?? '' })}
      note={[day, company].filter(Boolean).join(' · ')}
    >
      <ApprovalsButton />
    </PageHeader>
  )
}

/** Draws the figures and cards of a person's day. */
function Cards({ home: { kind, figures, wide, narrow, isByPile } }: { home: Home }) {
  const atStation = useChosenStation()
  const cards = [...wide, ...narrow]
  useLiveRefresh(TOPICS, ['finance.home'], FIGURES_MS)
  useLiveRefresh(cards.includes('course') ? ['charging.order'] : [], ['finance.homeCourse'], COURSE_MS)
  const { isPending } = useQuery({ ...homeQueries.figures(atStation), notifyOnChangeProps: ['isPending'] })
  const draw = (card: HomeCard) => {
    if (card === 'course') return <LoadProfileCard key={card} kind={kind} />
    if (card === 'attention') return isByPile ? <PilesTodoCard key={card} /> : <TodoCard key={card} />
    const Card = { stations: StationsCard, commands: CommandsCard, newPiles: NewPilesCard }[card]
    return <Card key={card} />
  }
  return (
    <>
      {figures.length > 0 && (
        <div className="fh-top" data-flat={kind === 'repair' || kind === 'devices' ? '' : undefined}>
          <TopFigures expected={figures} />
        </div>
      )}
      <FirstSteps />
      <div className="fh-columns" data-one={narrow.length === 0 || wide.length === 0 ? '' : undefined}>
        {wide.length > 0 && <div>{wide.map(draw)}</div>}
        {narrow.length > 0 && <div>{narrow.map(draw)}</div>}
      </div>
      {/* Last, so that its late arrival pushes nothing down. Urgent notices are in the bell and at sign-in. */}
      {!isPending && <NoticeBoard />}
    </>
  )
}
