import { BankOutlined } from '@ant-design/icons'
import { StatusTag, type TreeNode, TreeTable, type TreeTableProps, useWords, valueWord } from '@wattyard/console-kit'
import { useMemo } from 'react'
import type { OfficeNode } from './use-offices.ts'
import './office.css'

/** Returns the offices as nodes of a tree, parents before children. */
export function officeNodes(offices: readonly OfficeNode[], parent: string | null = null): TreeNode<OfficeNode>[] {
  return offices.flatMap(office => [
    { id: office.id, parent, label: office.label, find: [office.code], row: office },
    ...officeNodes(office.children, office.id),
  ])
}

type OfficeTreeProps = Omit<TreeTableProps<OfficeNode>, 'label' | 'nodes' | 'name' | 'rowData' | 'empty'> & {
  readonly offices: readonly OfficeNode[]
}

/** Draws the offices with their kind and status; the caller adds columns and actions. */
export function OfficeTree({ offices, ...tree }: OfficeTreeProps) {
  const { t } = useWords()
  const nodes = useMemo(() => officeNodes(offices), [offices])
  return (
    <TreeTable
      label={t('identity.office.tree')}
      empty={t('identity.org.noOffices')}
      nodes={nodes}
      name={({ row }) => <OfficeName office={row} />}
      rowData={({ row }) => ({ 'data-closed': row.status === 'closed' ? '' : undefined })}
      {...tree}
    />
  )
}

/** Draws that an office is an operator: as a sign, since the word would cut the names of operators beside it. */
function OperatorSign() {
  const word = valueWord(useWords(), 'identity.office.kind', 'operator')
  return <BankOutlined className="id-operator" aria-label={word} title={word} />
}

function OfficeName({ office }: { office: OfficeNode }) {
  return (
    <>
      <span className="w-grow w-clip" title={`${office.label} · ${office.code}`}>
        {office.label}
      </span>
      {office.status === 'closed' && <StatusTag of="identity.office.status" value={office.status} />}
      {office.kind === 'operator' && <OperatorSign />}
    </>
  )
}
