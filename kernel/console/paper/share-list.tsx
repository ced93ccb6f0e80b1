import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { listShareLinks, type ShareLink, withdrawShareLink } from '@wattyard/calls'
import { Button } from 'antd'
import { useState } from 'react'
import { api } from '../api/api.ts'
import { showInstant } from '../format/time.ts'
import { useMay } from '../session/session.ts'
import { confirm } from '../ui/confirm.tsx'
import { PageSteps } from '../resource/list/page-steps.tsx'
import { useZone } from '../ui/shown.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/use-words.ts'
import './sharing.css'

/** Query key of all reads of share links. */
export const SHARE_LINKS = 'platform.shareLink'
const PAGE = 20

interface ShareListProps {
  /** Scope of the shown links: all records of a resource, or one record. */
  readonly of: { readonly resource?: string; readonly recordId?: string }
  /** Called with the id of a link that was withdrawn. */
  readonly onWithdrawn?: (id: string) => void
}

/**
 * Draws the share links in the caller's scope with their state and number of opens; people with the permission can withdraw them.
 */
export function ShareList({ of, onWithdrawn }: ShareListProps) {
  const { t } = useWords()
  const [page, setPage] = useState(1)
  const links = useQuery({
    queryKey: [SHARE_LINKS, of, page],
    queryFn: ({ signal }) => api.call(listShareLinks, { ...of, page, pageSize: PAGE }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (links.error) return <ErrorState error={links.error} onRetry={() => void links.refetch()} />
  if (!links.data) return <Skeleton lines={3} />
  const { list, total } = links.data
  if (total === 0)
    return (
      <EmptyState title={t('kit.share.none')} text={of.recordId === undefined ? t('kit.share.noneText') : undefined} />
    )
  const pages = Math.ceil(total / PAGE)
  return (
    <>
      <ul className="w-shares" aria-busy={links.isPlaceholderData}>
        {list.map(link => (
          <Link key={link.id} link={link} onWithdrawn={onWithdrawn} />
        ))}
      </ul>
      <PageSteps page={page} pages={pages} onPage={setPage} />
    </>
  )
}

function Link({ link, onWithdrawn }: { link: ShareLink; onWithdrawn: ShareListProps['onWithdrawn'] }) {
  const { t } = useWords()
  const zone = useZone()
  const mayWithdraw = useMay('platform.shareLink:make')
  const client = useQueryClient()
  const at = (instant: number): string => showInstant(instant, zone)
  const state = link.withdrawnAt !== null ? 'withdrawn' : link.isLive ? 'live' : 'ended'
  const withdraw = async (): Promise<void> => {
    const title = t('kit.share.withdrawOf', { title: link.title })
    if (!(await confirm({ title, text: t('kit.share.withdrawAsk'), okText: t('kit.share.withdraw'), danger: true })))
      return
    await api.call(withdrawShareLink, { id: link.id })
    onWithdrawn?.(link.id)
    toast.good(t('kit.share.withdrawDone'))
    await client.invalidateQueries({ queryKey: [SHARE_LINKS] })
  }
  return (
    <li data-state={state}>
      <p>
        <strong>{link.title}</strong>
        <span className="w-tag" data-tone={state === 'live' ? 'good' : 'idle'}>
          {t(`kit.share.${state}`)}
        </span>
      </p>
      <p className="w-quiet">
        {t('kit.share.by', { name: link.makerName, at: at(link.madeAt) })} ·{' '}
        {t('kit.share.until', { at: at(link.expiresAt) })}
      </p>
      <p className="w-quiet">
        {t('kit.share.openings', { count: link.openings })}
        {link.lastOpenedAt !== null && ` · ${t('kit.share.last', { at: at(link.lastOpenedAt) })}`}
      </p>
      {mayWithdraw && state === 'live' && (
        <Button
          size="small"
          danger
          aria-label={t('kit.share.withdrawOf', { title: link.title })}
          // The API client reports a failure, in the server's words.
          onClick={() => void withdraw().catch(() => undefined)}
        >
          {t('kit.share.withdraw')}
        </Button>
      )}
    </li>
  )
}
