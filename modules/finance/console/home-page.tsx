import { useQuery } from '@tanstack/react-query'
import {
  EmptyState,
  isAllPowerful,
  PageHeader,
  useLiveRefresh,
  useMay,
  useSession,
  useToday,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { NoticeBoard } from '@wattyard/notifications/console'
import { ApprovalsButton } from '@wattyard/platform/console'
import { LoadProfileCard } from './home/load-profile-card.tsx'
import { homeQueries } from './home/home-api.ts'
import { TodayCard } from './home/today-card.tsx'
import { TodoCard } from './home/todo-card.tsx'
import './home/home.css'

const TOPICS = ['charging.order', 'gateway.connector'] as const
/** Figures follow the news; the course has a point every quarter of an hour. */
const FIGURES_MS = 5_000
const COURSE_MS = 60_000

/** `/home`: what is wrong, what has to be done, how today is going. */
export function Page() {
  const { t, language } = useWords()
  const zone = useZone()
  const today = useToday(zone)
  const name = useSession(session => session.me?.company?.name)
  // Somebody invited before they were given a role: nothing here is about them, so nothing is said to be in order.
  const hasNoRights = useSession(({ me }) => me !== null && me.permissions.length === 0 && !isAllPowerful(me))
  const mayReadOrders = useMay('charging.order:read')
  useLiveRefresh(TOPICS, ['finance.home'], FIGURES_MS)
  useLiveRefresh(mayReadOrders ? ['charging.order'] : [], ['finance.homeCourse'], COURSE_MS)
  // Asked for with the others, shown after them.
  useQuery({ ...homeQueries.course, enabled: mayReadOrders, notifyOnChangeProps: [] })
  const todo = useQuery({ ...homeQueries.todo, notifyOnChangeProps: ['isPending'] })
  const figures = useQuery({ ...homeQueries.figures, notifyOnChangeProps: ['isPending'] })
  // Nobody knows how high the two above it will be: it comes when they are there, instead of being pushed down.
  const hasPlace = !todo.isPending && !figures.isPending
  const day = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : language, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <div className="w-page fh">
      <PageHeader title={day.format(Date.parse(today))} note={name ?? t('finance.home.title')}>
        <ApprovalsButton />
      </PageHeader>
      {hasNoRights ? (
        <section className="w-card">
          <EmptyState title={t('finance.home.noRights')} text={t('finance.home.noRightsText')} />
        </section>
      ) : (
        <div className="fh-top">
          <TodoCard />
          <TodayCard />
        </div>
      )}
      {mayReadOrders && hasPlace && <LoadProfileCard />}
      {/* Last: it comes when it has been asked for, and pushes nothing down. What presses is in the bell and at sign-in. */}
      {hasPlace && <NoticeBoard />}
    </div>
  )
}
