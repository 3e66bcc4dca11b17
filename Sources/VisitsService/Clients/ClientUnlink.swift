import VisitsAPI

extension ClientUnlink: ChangeHandler {}
