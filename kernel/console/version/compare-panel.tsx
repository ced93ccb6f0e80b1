import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { useVersions } from './version-context.ts'
import './version.css'

export interface ComparedProps<B> {
  readonly before: B
  readonly after: B
  readonly beforeName: string
  readonly afterName: string
}

interface ComparePanelProps<B> {
  readonly version: { readonly id: string; readonly number: number }
  /** Content of the shown version, unsaved changes included. */
  readonly body: B
  /** Reads the content of another version. */
  readonly load: (versionId: string, signal: AbortSignal) => Promise<B>
  /** Draws the changes from one version to the other. */
  readonly Show: ComponentType<ComparedProps<B>>
  readonly onClose: () => void
}

/** Draws the version, with its unsaved changes, against another one: the previous one unless another is chosen. */
export function ComparePanel<B>({ version, body, load, Show, onClose }: ComparePanelProps<B>) {
  const { t } = useWords()
  const { list, resource } = useVersions()
  const others = list.filter(one => one.id !== version.id)
  const [otherId, setOtherId] = useState(() => (others.find(one => one.number < version.number) ?? others[0])?.id ?? '')
  const other = useQuery({
    // The key begins with the resource, so that its changes reload the content.
    queryKey: [resource.name, 'compared', otherId],
    queryFn: ({ signal }) => load(otherId, signal),
    enabled: otherId !== '',
  })
  const chosen = others.find(one => one.id === otherId)
  const nameOf = (number: number): string => t('kit.version.no', { number })
  return (
    <Dialog
      open
      kind="drawer"
      width={860}
      title={t('kit.version.compareTitle', { number: version.number })}
      onClose={onClose}
    >
      {others.length === 0 ? (
        <p className="w-quiet">{t('kit.version.alone')}</p>
      ) : (
        <label className="w-row w-compare-with">
          {t('kit.version.compareWith')}
          <select value={otherId} onChange={event => setOtherId(event.target.value)}>
            {others.map(one => (
              <option key={one.id} value={one.id}>
                {nameOf(one.number)} · {t(`${resource.name}.stateValue.${one.state}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {other.error && <ErrorState error={other.error} onRetry={() => void other.refetch()} />}
      {other.isFetching && other.data === undefined && <Skeleton lines={6} />}
      {other.data !== undefined && chosen && (
        <Show before={other.data} after={body} beforeName={nameOf(chosen.number)} afterName={nameOf(version.number)} />
      )}
    </Dialog>
  )
}
