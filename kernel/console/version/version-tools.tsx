import { CopyOutlined, DeleteOutlined, DiffOutlined, SaveOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { useCommand } from '../resource/hooks.ts'
import { waitsForApproval } from '../resource/waits-for-approval.ts'
import { MainButton } from '../ui/button/main-button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { watchMedia } from '../ui/media-query.ts'
import { type MenuAction, MoreMenu } from '../ui/menu-button.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/use-words.ts'
import type { DraftSaving } from './use-draft-saving.ts'
import { commandOf, useVersions, type VersionRecord } from './version-context.ts'

const useIsNarrow = watchMedia('(max-width: 720px)')

interface VersionToolsProps {
  /** The shown version; absent while it is not in the list. */
  readonly version: VersionRecord | undefined
  readonly saving: Pick<DraftSaving, 'isDirty' | 'isBusy' | 'seen' | 'save'>
  /** Reason why it cannot be published yet; false when it can. */
  readonly incomplete: string | false
  /** Opens the module's own dialog for the revision shown; without it the command asks its question and publishes the version. */
  readonly onPublish?: (seen: number) => void
  readonly onCompare: () => void
  /** Further ways to inspect the version, as buttons after `compare` where there is room. */
  readonly closer?: readonly MenuAction[]
  /** Rare actions, in the menu. */
  readonly rare?: readonly MenuAction[]
  /** Called after a command that changes the version; screens reload by themselves. */
  readonly onChanged: () => Promise<void>
}

/** Draws save and publish as buttons, the inspecting actions beside them, and rare or final ones in a menu. */
export function VersionTools(props: VersionToolsProps) {
  const { version, saving, incomplete, onCompare, closer = [], rare = [] } = props
  const { t } = useWords()
  const { resource, list } = useVersions()
  const isNarrow = useIsNarrow()
  const publish = usePublishing(props)
  const ending = useEnding(props)
  const restoring = useRestoring(version)
  const can = version?.can ?? []
  const looking: MenuAction[] = [
    {
      key: 'compare',
      label: t('kit.version.compare'),
      icon: <DiffOutlined />,
      disabled: list.length < 2 && t('kit.version.alone'),
      run: onCompare,
    },
    ...closer,
  ]
  const menu = [...rare, ...restoring, ...ending]
  return (
    <div className="w-row w-wrap w-version-tools w-no-print">
      {!isNarrow &&
        looking.map(({ key, label, icon, disabled, run }) => (
          <Button
            key={key}
            type="text"
            icon={icon}
            disabled={Boolean(disabled)}
            title={disabled || undefined}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      {can.includes('saveDraft') && (
        <Button
          icon={<SaveOutlined />}
          loading={saving.isBusy}
          disabled={!saving.isDirty}
          onClick={() => void saving.save()}
        >
          {t(`${resource.name}.saveDraft`)}
        </Button>
      )}
      {can.includes('publish') && (
        <MainButton why={incomplete || null} loading={publish.isBusy} onClick={() => void publish.run()}>
          {t(`${resource.name}.publish`)}…
        </MainButton>
      )}
      <MoreMenu label={t('kit.actions')} actions={isNarrow ? [...looking, ...menu] : menu} />
    </div>
  )
}

/** Publishes a version. Unsaved changes are stored first, because the server checks the stored content. */
function usePublishing({ version, saving, onPublish, onChanged }: VersionToolsProps) {
  const { t } = useWords()
  const { resource, also } = useVersions()
  const command = useCommand(commandOf(resource, 'publish'), { also: [...also, 'platform.approval'] })
  const run = async (): Promise<void> => {
    const seen = saving.isDirty ? await saving.save() : saving.seen
    if (!version || seen === 0) return
    if (onPublish) return onPublish(seen)
    const title = t(`${resource.name}.publish`)
    if (!(await confirm({ title, text: t(`${resource.name}.publishConfirm`) }))) return
    try {
      const answer = await command.mutateAsync({ ids: [version.id], input: { seen } })
      if (waitsForApproval(answer)) toast.info(t('kit.commandWaits', { name: title }))
      await onChanged()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // the API client has shown the reason
    }
  }
  return { run, isBusy: command.isPending }
}

/** Returns the action that starts a new draft from a published version. */
function useRestoring(version: VersionRecord | undefined): MenuAction[] {
  const { t } = useWords()
  const navigate = useNavigate()
  const { resource, ownerId, copyInput, canStart, link, also } = useVersions()
  const command = useCommand(commandOf(resource, 'createDraft'), { also })
  if (!version || version.state === 'draft' || !canStart) return []
  const restore = async (): Promise<void> => {
    try {
      const input = { [resource.versioned.of]: ownerId, copyOf: version.id, ...copyInput }
      await navigate(link(draftIdIn(await command.mutateAsync({ input }))))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // the API client has shown the reason
    }
  }
  const label = t('kit.version.restore', { number: version.number })
  return [{ key: 'restore', label, icon: <CopyOutlined />, run: () => void restore() }]
}

/**
 * Returns the id of the draft in the answer of `createDraft`.
 * @throws Error when there is none
 */
export function draftIdIn(answer: unknown): string {
  const id = answer !== null && typeof answer === 'object' && 'id' in answer ? answer.id : null
  if (typeof id !== 'string') throw new Error('a new draft has an id')
  return id
}

/** Returns the actions that end a version: a draft is discarded, a published version is retired. */
function useEnding({ version, saving, onChanged }: VersionToolsProps): MenuAction[] {
  const { t } = useWords()
  const navigate = useNavigate()
  const { resource, link, also } = useVersions()
  const retire = useCommand(commandOf(resource, 'retire'), { also })
  const discard = useCommand(commandOf(resource, 'discardDraft'), { also })
  if (!version) return []
  const ids = [version.id]
  const wordOf = (command: string): string => t(`${resource.name}.${command}`)
  const ask = (command: string) => confirm({ title: wordOf(command), text: wordOf(`${command}Confirm`), danger: true })
  const doDiscard = async (): Promise<void> => {
    if (!(await ask('discardDraft'))) return
    try {
      await discard.mutateAsync({ ids, input: { seen: saving.seen } })
      await navigate(link(), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // the API client has shown the reason
    }
  }
  const doRetire = async (): Promise<void> => {
    if (!(await ask('retire'))) return
    try {
      await retire.mutateAsync({ ids })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The server answers where the version is used; the person may go on after reading that.
      if (!asksEvenIfInUse(error.data)) return
      const okText = wordOf('retireInput.evenIfInUse')
      if (!(await confirm({ title: wordOf('retire'), text: error.message, okText, danger: true }))) return
      await retire.mutateAsync({ ids, input: { evenIfInUse: true } })
    }
    await onChanged()
  }
  const actions: MenuAction[] = [
    { key: 'retire', label: wordOf('retire'), icon: <StopOutlined />, danger: true, run: () => void doRetire() },
    {
      key: 'discardDraft',
      label: wordOf('discardDraft'),
      icon: <DeleteOutlined />,
      danger: true,
      run: () => void doDiscard(),
    },
  ]
  return actions.filter(({ key }) => version.can.includes(key))
}

const asksEvenIfInUse = (data: unknown): boolean =>
  data !== null && typeof data === 'object' && 'needsConfirm' in data && data.needsConfirm === 'evenIfInUse'
