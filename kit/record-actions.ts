// The actions that most lists offer on their records (D-ACC-3): to add, view, edit and delete one.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import type { Feature } from '@wattdesk/base/access'
import type { Action, Icon } from './actions.tsx'

/**
 * The actions on the records of a feature.
 *
 * @param noun The record in the ids of the actions, such as `edit-vehicle`.
 * @example recordActions('vehicle', 'Vehicle').add('Add New Vehicle', '/vehicles/new')
 */
export const recordActions = (noun: string, feature: Feature) => ({
  /** Leads to the form of a new record. */
  add: (label: string, path: string, icon: Icon = Add): Action => ({
    id: `add-${noun}`,
    label,
    icon,
    right: `${feature}.create`,
    run: (_, { navigate }) => navigate(path),
  }),
  /** One action that leads to the record's page; its label is View for users who may not change the record. */
  openAs: <T>(label: 'View' | 'Edit', pathOf: (record: T) => string): Action<T> => ({
    id: `open-${noun}`,
    label,
    icon: label === 'View' ? Visibility : Edit,
    right: `${feature}.view`,
    run: (record, { navigate }) => navigate(pathOf(record)),
  }),
  /** View and Edit lead to the record's page. */
  open: <T>(pathOf: (record: T) => string): readonly [view: Action<T>, edit: Action<T>] => [
    {
      id: `view-${noun}`,
      label: 'View',
      icon: Visibility,
      right: `${feature}.view`,
      run: (record, { navigate }) => navigate(`${pathOf(record)}?mode=view`),
    },
    {
      id: `edit-${noun}`,
      label: 'Edit',
      icon: Edit,
      right: `${feature}.update`,
      run: (record, { navigate }) => navigate(pathOf(record)),
    },
  ],
  delete: <T>(deletion: Pick<Action<T>, 'when' | 'confirm' | 'run' | 'refreshes'>): Action<T> => ({
    id: `delete-${noun}`,
    label: 'Delete',
    icon: Delete,
    right: `${feature}.delete`,
    danger: true,
    ...deletion,
  }),
})
