import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  api,
  can,
  confirm,
  ErrorState,
  Fact,
  Facts,
  type SectionProps,
  Skeleton,
  toast,
  useMay,
  useWords,
  When,
} from '@wattyard/console-kit'
import { type SeenSession, listSessionsOfUser, revokeSessionOfUser } from '../../contract/calls/session.ts'
import { SessionList } from '../personal/session-list.tsx'
import { ResetCode } from './reset-code.tsx'
import { useFactor } from './use-factor.ts'

/** Draws a person's sign-in: second factors, a waiting one-time code, and sessions. */
export function SignInOfPerson({ record }: SectionProps) {
  const maySeeFactor = useMay('identity.user:resetFactor')
  const maySeeSessions = useMay('identity.user:signOut')
  return (
    <>
      {maySeeFactor && <Factor id={record.id} />}
      {can(record, 'setPassword') && record.signInState === 'ready' && <ResetCode id={record.id} />}
      {maySeeSessions && <Sessions id={record.id} />}
    </>
  )
}

function Factor({ id }: { id: string }) {
  const { t } = useWords()
  const factor = useFactor(id)
  if (factor.error) return <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />
  if (!factor.data) return <Skeleton lines={2} />
  const { since, recoveryLeft, boundAt } = factor.data
  return (
    <Facts>
      <Fact label={t('identity.factor.title')}>
        {since === null ? (
          t('identity.factor.isOff')
        ) : (
          <>
            <When at={since} /> · {t('identity.factor.recoveryLeft', { count: recoveryLeft })}
          </>
        )}
      </Fact>
      <Fact label={t('identity.binding.title')}>
        {boundAt === null ? t('identity.binding.isOff') : <When at={boundAt} />}
      </Fact>
    </Facts>
  )
}

function Sessions({ id }: { id: string }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const key = ['identity.user', 'sessions', id]
  const sessions = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => api.call(listSessionsOfUser, { id }, { signal, quiet: true, fresh: true }),
  })
  const end = async (session: SeenSession, device: string): Promise<void> => {
    if (!(await confirm({ title: t('identity.sessions.endConfirm', { device }), danger: true }))) return
    try {
      await api.call(revokeSessionOfUser, { id, session: session.id })
      toast.good(t('identity.sessions.ended'))
    } catch {
      // The API client has shown the reason; the list below is read again.
    }
    await queries.invalidateQueries({ queryKey: key })
  }
  if (sessions.error) return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
  if (!sessions.data) return <Skeleton lines={2} />
  if (sessions.data.list.length === 0) return <p className="w-quiet">{t('identity.employee.noSessions')}</p>
  return <SessionList list={sessions.data.list} onEnd={(one, device) => void end(one, device)} />
}
