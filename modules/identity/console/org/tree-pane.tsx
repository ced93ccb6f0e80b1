import { SearchInput, useMay, usePage, useSave, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { office } from '../../contract/office.ts'
import { OfficeTree } from '../office/office-tree.tsx'
import { useClosed } from '../office/use-closed.ts'
import { type OfficeNode, withBelow } from '../office/use-offices.ts'
import { MoveDialog } from './move-part.ts'
import type { Moving } from './move-dialog.tsx'
import { useStep } from './use-step.ts'

/** Search, folding and the tree itself, in which offices are carried, renamed and put in order. */
export function TreePane({ nodes }: { nodes: readonly OfficeNode[] }) {
  const { t } = useWords()
  const { detailId, showDetail } = usePage()
  const [sought, setSought] = useState('')
  const [moving, setMoving] = useState<Moving | null>(null)
  const mayMove = useMay('identity.office:move')
  const mayRename = useMay('identity.office:update')
  const chosen = detailId ?? undefined
  const folding = useClosed(nodes, chosen)
  const save = useSave(office)
  const step = useStep()
  return (
    <section className="w-card id-org-tree" aria-label={t('identity.office.tree')}>
      <SearchInput label={t('identity.org.search')} value={sought} onChange={setSought} />
      <div className="w-row id-org-folding">
        <span className="w-quiet w-grow">{t('identity.org.count', { count: nodes.flatMap(withBelow).length })}</span>
        <Button size="small" type="text" onClick={folding.openAll}>
          {t('identity.org.openAll')}
        </Button>
        <Button size="small" type="text" onClick={folding.closeAll}>
          {t('identity.org.closeAll')}
        </Button>
      </div>
      <OfficeTree
        nodes={nodes}
        chosen={chosen}
        sought={sought}
        folding={folding}
        counts
        onChoose={({ id }) => showDetail(id)}
        {...(mayMove
          ? {
              onMove: (node: OfficeNode, to: { parent: string | null; before: string | null }) =>
                setMoving({ id: node.id, ...to }),
              onStep: step,
            }
          : {})}
        {...(mayRename
          ? { onRename: ({ id }: OfficeNode, name: string) => save.mutate({ id, name }) } // the API client has shown why not
          : {})}
      />
      {(mayMove || mayRename) && <p className="w-quiet id-org-keys">{t('identity.org.keys')}</p>}
      {moving && <MoveDialog moving={moving} nodes={nodes} onClose={() => setMoving(null)} />}
    </section>
  )
}
