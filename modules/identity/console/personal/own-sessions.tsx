import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, confirm, ErrorState, Skeleton, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { listOwnSessions, revokeOtherSessions, revokeOwnSession } from '../../contract/calls/session.ts'
import { SessionList } from './session-list.tsx'

const KEY = ['identity', 'own-sessions']

/** Draws the person's sessions; those they do not recognise can be ended here. */
export function OwnSessions() {
  const { t } = useWords()
  const queries = useQueryClient()
  const sessions = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => api.call(listOwnSessions, {}, { signal, quiet: true, fresh: true }),
  })
  const list = sessions.data?.list ?? []

  const end = async (question: string, revoke: () => Promise<unknown>): Promise<void> => {
    if (!(await confirm({ title: question, danger: true }))) return
    try {
      await revoke()
      toast.good(t('identity.sessions.ended'))
    } catch {
      // The API client has shown the reason; the list below is read again.
    }
    await queries.invalidateQueries({ queryKey: KEY })
  }
  return (
    <section className="w-card w-card-pad" data-wide="">
      <div className="id-card-head">
        <h2>{t('identity.sessions.title')}</h2>
        {list.length > 1 && (
          <Button
            onClick={() => void end(t('identity.sessions.endOthersConfirm'), () => api.call(revokeOtherSessions, {}))}
          >
            {t('identity.sessions.endOthers')}
          </Button>
        )}
      </div>
      <p className="w-quiet">{t('identity.sessions.what')}</p>
      {sessions.error && <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <Skeleton lines={3} />}
      <SessionList
        list={list}
        onEnd={(one, device) =>
          void end(t('identity.sessions.endConfirm', { device }), () => api.call(revokeOwnSession, { id: one.id }))
        }
      />
    </section>
  )
}
