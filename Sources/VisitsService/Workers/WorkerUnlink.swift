import VisitsAPI

extension WorkerUnlink: ChangeHandler {}
