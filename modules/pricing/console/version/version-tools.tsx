import {
  DeleteOutlined,
  DiffOutlined,
  ExperimentOutlined,
  MobileOutlined,
  SaveOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { ApiError, confirm, type MenuAction, MoreMenu, useCommand, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { version } from '../../contract/index.ts'
import type { VersionDetail } from '../../contract/index.ts'
import { policyLink } from '../links.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import type { Saving } from './use-saving.ts'

/** What can be open over the version. */
export type Opened = 'publish' | 'compare' | 'whatIf' | 'pileModel' | null

interface ToolsProps {
  readonly detail: VersionDetail
  readonly abilities: readonly string[]
  readonly saving: Saving
  readonly problems: number
  readonly open: (what: Opened) => void
}

/** Save and publish as buttons, looking closer beside them, what is rare or final in a menu. */
export function VersionTools({ detail, abilities, saving, problems, open }: ToolsProps) {
  const { t } = useWords()
  const isNarrow = useIsNarrow()
  const ending = useEnding(detail, abilities)
  /** The server looks at what is saved. */
  const afterSaving = async (what: Opened): Promise<void> => {
    if (!saving.isDirty || (await saving.save())) open(what)
  }
  const incomplete = problems > 0 && t('pricing.editor.problems', { count: problems })
  const closer: MenuAction[] = [
    { key: 'compare', label: t('pricing.compare.open'), icon: <DiffOutlined />, run: () => open('compare') },
    {
      key: 'whatIf',
      label: t('pricing.whatIf.open'),
      icon: <ExperimentOutlined />,
      disabled: incomplete,
      run: () => void afterSaving('whatIf'),
    },
  ]
  const rare: MenuAction[] = [
    {
      key: 'pileModel',
      label: t('pricing.pileModel.open'),
      icon: <MobileOutlined />,
      disabled: incomplete,
      run: () => open('pileModel'),
    },
    ...ending,
  ]
  return (
    <div className="w-row w-wrap pr-tools w-no-print">
      {!isNarrow &&
        closer.map(({ key, label, icon, disabled, run }) => (
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
      {abilities.includes('saveDraft') && (
        <Button
          icon={<SaveOutlined />}
          loading={saving.isBusy}
          disabled={!saving.isDirty}
          onClick={() => void saving.save()}
        >
          {t('pricing.version.saveDraft')}
        </Button>
      )}
      {abilities.includes('publish') && (
        <Button
          type="primary"
          disabled={problems > 0}
          title={incomplete || undefined}
          onClick={() => void afterSaving('publish')}
        >
          {t('pricing.version.publish')}…
        </Button>
      )}
      <MoreMenu label={t('kit.actions')} actions={isNarrow ? [...closer, ...rare] : rare} />
    </div>
  )
}

/** Ways to be rid of a version: a draft is discarded, a published one retired. */
function useEnding(detail: VersionDetail, abilities: readonly string[]): MenuAction[] {
  const { t } = useWords()
  const navigate = useNavigate()
  const retire = useCommand(
    { resource: version, command: 'retire' },
    { also: ['pricing.policy', 'pricing.assignment'] },
  )
  const discard = useCommand({ resource: version, command: 'discardDraft' }, { also: ['pricing.policy'] })
  const doDiscard = async (): Promise<void> => {
    const title = t('pricing.version.discardDraft')
    if (!(await confirm({ title, text: t('pricing.version.discardDraftConfirm'), danger: true }))) return
    await discard.mutateAsync({ ids: [detail.id] })
    await navigate(policyLink(detail.policy.id), { replace: true })
  }
  const doRetire = async (): Promise<void> => {
    const title = t('pricing.version.retire')
    if (!(await confirm({ title, text: t('pricing.version.retireConfirm'), danger: true }))) return
    try {
      await retire.mutateAsync({ ids: [detail.id] })
    } catch (error) {
      // The server says where it runs; whoever has read that may go on.
      if (!(error instanceof ApiError) || error.code !== 'pricing.versionInUse') return
      const okText = t('pricing.version.retireInput.evenIfInUse')
      if (await confirm({ title, text: error.message, okText, danger: true }))
        await retire.mutateAsync({ ids: [detail.id], input: { evenIfInUse: true } })
    }
  }
  return [
    ...(abilities.includes('retire')
      ? [
          {
            key: 'retire',
            label: t('pricing.version.retire'),
            icon: <StopOutlined />,
            danger: true,
            run: () => void doRetire(),
          },
        ]
      : []),
    ...(abilities.includes('discardDraft')
      ? [
          {
            key: 'discard',
            label: t('pricing.version.discardDraft'),
            icon: <DeleteOutlined />,
            danger: true,
            run: () => void doDiscard(),
          },
        ]
      : []),
  ]
}
